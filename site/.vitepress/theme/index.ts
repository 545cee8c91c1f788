import { defineComponent, h, onMounted, watch } from 'vue';
import { useData, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { registerLiveComponents } from './live/register.js';
import './style.css';

const estimate = {
  id: 'sofa',
  monthlyAmount: 114.2,
  amountFinanced: 1299,
  downPayment: 0,
  apr: 9.99,
};

/** What the elements show, by the elements. The estimate is in the markup, as from a server, so nothing is asked for. */
const Hero = defineComponent({
  setup() {
    onMounted(() => import('../../../src/index.js'));
    return () =>
      h('div', { class: 'hero-card' }, [
        h('p', 'Hollis sofa'),
        h('p', { class: 'hero-price' }, '$1,299.00'),
        h(
          'financing-estimate',
          { amount: '1299', product: 'Hollis sofa', estimate: JSON.stringify(estimate) },
          'Estimated $114.20/mo for 12 months, 9.99% APR, $0 down',
        ),
      ]);
  },
});

/** The layout with the line of the first page, whose content becomes the main landmark that VitePress gives to all others. */
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
    return () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(Hero) });
  },
});

/** VitePress's theme in the colors of the demo shop. `enhanceApp` registers the components that pages use. */
const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app }) => registerLiveComponents(app),
};

export default theme;
