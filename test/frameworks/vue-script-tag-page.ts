import { createApp } from 'vue';
import VueScriptTag from './VueScriptTag.vue';

/** Renders the page without defining the elements. */
export function mount(container: Element): void {
  createApp(VueScriptTag).mount(container);
}
