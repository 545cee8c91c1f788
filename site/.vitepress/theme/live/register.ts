import { defineAsyncComponent, type App } from 'vue';
import './live.css';

/** Makes `<LiveExample>` and `<Playground>` known to the pages. Each is loaded by the pages that have it. */
export function registerLiveComponents(app: App): void {
  app.component(
    'LiveExample',
    defineAsyncComponent(() => import('./LiveExample.vue')),
  );
  app.component(
    'Playground',
    defineAsyncComponent(() => import('./Playground.vue')),
  );
}
