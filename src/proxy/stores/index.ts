/** What the proxy keeps between requests. */
export { createMemoryStore, type MemoryStoreOptions } from './memory-store.js';
export { createStoreProbe } from './store-probe.js';
export { StoreUnavailableError, type SharedCache, type Store } from './store.js';
export {
  claimRecord,
  countRecord,
  deleteRecord,
  getRecord,
  setRecord,
  uncountRecord,
} from './records.js';
