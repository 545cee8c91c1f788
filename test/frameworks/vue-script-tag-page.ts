import { createApp } from 'vue';
import VueScriptTag from './VueScriptTag.vue';

/** Renders the page, which does not define the elements. */
export function mount(container: Element): void {
  createApp(VueScriptTag).mount(container);
}
