import { createSandbox } from '../../src/sandbox/index.js';
import { describeConformance } from '../conformance/conformance.js';

const sandbox = createSandbox();
const origin = 'http://sandbox.test';

describeConformance('the sandbox', {
  baseUrl: origin,
  fetch: sandbox.fetch,
  control: (method, path) => sandbox.fetch(new Request(origin + path, { method })),
  async readError(response) {
    const { message } = (await response.json()) as { message: string };
    return { status: response.status, message };
  },
  lacks: {},
});
