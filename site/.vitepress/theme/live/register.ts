import { defineAsyncComponent, type App } from 'vue';
import './live.css';

/** Makes `<GalleryShop>`, `<LiveExample>` and `<Playground>` known to the pages. Each is loaded by the pages that have it. */
export function registerLiveComponents(app: App): void {
  app.component(
    'GalleryShop',
    defineAsyncComponent(() => import('./GalleryShop.vue')),
  );
  app.component(
    'LiveExample',
    defineAsyncComponent(() => import('./LiveExample.vue')),
  );
  app.component(
    'Playground',
    defineAsyncComponent(() => import('./Playground.vue')),
  );
}
