import { createApp } from 'vue';
import { configure, type Fetch } from '../../src/index.js';
import VuePage from './VuePage.vue';

/** Renders the page. Its elements use `fetch`. */
export function mount(container: Element, fetch: Fetch): void {
  configure({ fetch });
  createApp(VuePage).mount(container);
}
