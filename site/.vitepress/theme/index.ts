import { defineComponent, h, onMounted, watch } from 'vue';
import { useData, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import HomePhone from './live/HomePhone.vue';
import { registerLiveComponents } from './live/register.js';
import './style.css';

/** The layout with the phone of the home page. Adds a main landmark, which VitePress gives every page except the home page. */
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
    return () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(HomePhone) });
  },
});

/** VitePress's theme in the colors of the demo shop. `enhanceApp` registers the components that pages use. */
const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app }) => registerLiveComponents(app),
};

export default theme;
