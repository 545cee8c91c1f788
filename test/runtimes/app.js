/**
 * The proxy that runs on every runtime: at `/financing` with its own sandbox, and at `/over-http` with the service at a
 * URL. The sandbox's controls and pages are at `/sandbox`.
 */
import { createFinancingProxy } from 'financing-elements/proxy';
import { createSandbox } from 'financing-elements/sandbox';

const adminToken = 'token-of-the-staff'; // as in test/conformance/conformance.ts

export function createApp(serviceUrl) {
  const sandbox = createSandbox({ publicUrl: 'http://127.0.0.1:8788' });
  const options = {
    svcKey: 'sandbox-key',
    svcSecret: 'sandbox-secret',
    adminToken,
    trustPageAmount: true,
    rateLimit: 1_000_000,
    clientAddress: () => '203.0.113.9',
    // Long, because the tests respond for the service, and a busy machine is slow.
    timeout: 30_000,
    linkTimeout: 30_000,
  };
  const proxy = createFinancingProxy({
    ...options,
    baseUrl: 'https://service.example',
    fetch: sandbox.fetch,
  });
  const overHttp = createFinancingProxy({ ...options, baseUrl: serviceUrl, mount: '/over-http' });
  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/sandbox')) return sandbox.fetch(request);
    return (pathname.startsWith('/over-http') ? overHttp : proxy).fetch(request);
  };
}
