import { defineAsyncComponent, type App } from 'vue';
import './live.css';

/** Registers the components that pages use. Only pages that have a component load it. */
export function registerLiveComponents(app: App): void {
  app.component(
    'GalleryShop',
    defineAsyncComponent(() => import('./GalleryShop.vue')),
  );
  app.component(
    'HomeStrip',
    defineAsyncComponent(() => import('./HomeStrip.vue')),
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
