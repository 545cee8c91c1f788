import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from '../../../src/sandbox/index.js';
import { stepsAtProxy, stepsAtSandbox } from '../../../src/cli/sandbox.js';

it('The next steps include what a page needs, at an address that a browser can open', () => {
  const steps = stepsAtProxy('http://0.0.0.0:8787', '/financing');
  for (const file of ['elements.css', 'elements.js']) {
    assert.ok(steps.includes(`"http://localhost:8787/financing/${file}"`), file);
  }
});

describe('The locations in the next steps', () => {
  for (const [command, steps] of [
    ['sandbox', stepsAtSandbox('http://127.0.0.1:8788')],
    ['serve --sandbox', stepsAtProxy('http://127.0.0.1:8787', '/financing')],
  ] as const) {
    it(`exist in the sandbox of ${command}`, async () => {
      const [, list = ''] = /^Locations: ([^.]+)\./m.exec(steps) ?? [];
      const sandbox = createSandbox();
      for (const location of list.split(', ')) {
        const { status } = await sandbox.fetch(
          new Request(`http://sandbox/purchase/api/v1/payment-estimation?location=${location}`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json', 'svc-key': 'sandbox-key' },
            body: JSON.stringify([{ id: 'sofa', totalAmount: 1299 }]),
          }),
        );
        assert.equal(status, 200, location);
      }
    });
  }
});
