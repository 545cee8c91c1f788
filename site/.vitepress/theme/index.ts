import { defineComponent, h, onMounted, watch } from 'vue';
import { useData, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import productPage from '../../../docs/product-page.png';
import { registerLiveComponents } from './live/register.js';
import './style.css';

const heroImage = () =>
  h('img', {
    class: 'product-page',
    src: productPage,
    width: 1200,
    height: 500,
    alt: 'A product page with the line "Estimated $114.20/mo for 12 months, 9.99% APR, $0 down" under its price of $1,299.00',
  });

/** The layout with the picture of the first page, whose content becomes the main landmark that VitePress gives to all others. */
const Layout = defineComponent({
  setup() {
    const { frontmatter } = useData();
    function markMain(layout: unknown): void {
      const content = document.querySelector('#VPContent');
      if (layout === 'home') content?.setAttribute('role', 'main');
      else content?.removeAttribute('role');
    }
    onMounted(() => {
      watch(() => frontmatter.value['layout'] as unknown, markMain, {
        immediate: true,
        flush: 'post',
      });
    });
    return () => h(DefaultTheme.Layout, null, { 'home-hero-image': heroImage });
  },
});

/** VitePress's theme in the colors of the demo shop. `enhanceApp` registers the components that pages use. */
const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app }) => registerLiveComponents(app),
};

export default theme;
