import { h } from 'vue';
import type { Theme } from 'vitepress';
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
    alt: 'A product page with the line "Estimated $114.20/mo · 12 mo · 9.99% APR · $0 down" under its price of $1,299.00',
  });

/** VitePress's theme in the colors of the demo shop. `enhanceApp` registers the components that pages use. */
const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': heroImage }),
  enhanceApp: ({ app }) => registerLiveComponents(app),
};

export default theme;
