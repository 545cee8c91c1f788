import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { registerLiveComponents } from './live/register.js';
import './style.css';

/** VitePress's theme in the colors of the demo shop. `enhanceApp` registers the components that pages use. */
const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => registerLiveComponents(app),
};

export default theme;
