/** The store for Cloudflare Workers: Durable Objects, which let all isolates of a Worker act as one. */
export {
  createDurableObjectStore,
  type DurableObjectStoreOptions,
  type StoreNamespace,
  type StoreObject,
} from './durable-object-store.js';
export { FinancingStore, type StoreObjectState } from './financing-store.js';
