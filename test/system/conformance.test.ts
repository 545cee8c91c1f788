import { createFinancingProxy, type ProblemDetails } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { describeConformance } from '../conformance/conformance.js';

const adminToken = 'token-of-the-staff';
const sandbox = createSandbox({ publicUrl: 'http://127.0.0.1:8788' });
const proxy = createFinancingProxy({
  baseUrl: 'https://service.example',
  svcKey: 'sandbox-key',
  svcSecret: 'sandbox-secret',
  adminToken,
  trustPageAmount: true,
  fetch: sandbox.fetch,
});

describeConformance('The proxy before the sandbox', {
  baseUrl: 'https://shop.example/financing',
  fetch(request) {
    request.headers.set('authorization', `Bearer ${adminToken}`);
    return proxy.fetch(request);
  },
  control: (method, path) => sandbox.fetch(new Request(`http://sandbox.test${path}`, { method })),
  async readError(response) {
    const { service } = (await response.json()) as ProblemDetails;
    return { status: service?.status ?? response.status, message: service?.message ?? '' };
  },
  lacks: {
    'own-credentials': 'the proxy sends its own',
    'malformed-input': 'the proxy refuses it first',
    'invalid-contacts': 'the proxy refuses them first',
    'unknown-vertical': 'the proxy refuses it first',
    'unsupported-state': 'the proxy refuses it first',
    'duplicate-ids': 'the proxy refuses them',
    'send-sms': 'the proxy allows no texts',
    'omitted-send-sms': 'the proxy always says false',
  },
});
