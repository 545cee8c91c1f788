import { createFinancingClient, type FinancingClientOptions } from '../../src/client/index.js';
import { createFakeProxy } from './fake-proxy.js';

export const endpoint = 'https://shop.example/financing';

/** Creates a client and the fake proxy that it calls. With `isHeld`, the proxy responds when the test says so. */
export function createTestClient({
  isHeld = false,
  ...options
}: FinancingClientOptions & { isHeld?: boolean } = {}) {
  const proxy = createFakeProxy({ isHeld });
  return { proxy, client: createFinancingClient({ endpoint, ...proxy, ...options }) };
}
