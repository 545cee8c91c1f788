import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { assertDocumented } from '../support/openapi-checks.js';
import { adminToken, describeConformance, proxyTarget } from '../conformance/conformance.js';

const sandbox = createSandbox({ publicUrl: 'http://127.0.0.1:8788' });
const proxy = createFinancingProxy({
  baseUrl: 'https://service.example',
  svcKey: 'sandbox-key',
  svcSecret: 'sandbox-secret',
  adminToken,
  trustPageAmount: true,
  fetch: sandbox.fetch,
});

describeConformance(
  'The proxy with the sandbox, which follows its OpenAPI document,',
  proxyTarget({
    baseUrl: 'https://shop.example/financing',
    async fetch(request, operation) {
      const response = await proxy.fetch(request);
      await assertDocumented(operation, response.clone());
      return response;
    },
    control: (method, path) => sandbox.fetch(new Request(`http://sandbox.test${path}`, { method })),
  }),
);
