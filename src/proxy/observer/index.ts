/** What the proxy reports for metrics. */
export { observeService } from './observe-service.js';
export { observeStore } from './observe-store.js';
export { observeTexts } from './observe-texts.js';
export { guardObserver, type Observer, type ObserverEvent } from './observer.js';
