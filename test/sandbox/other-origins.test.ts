import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { valid } from '../conformance/requests.js';
import { control, origin, resultOf, sendTo } from '../support/sandbox.js';

const fault = { operation: 'estimatePayments', status: 500 };
const controls = {
  'GET /sandbox/outbox': undefined,
  'GET /sandbox/webhooks': undefined,
  'POST /sandbox/faults': fault,
  'POST /sandbox/clock': { advanceDays: 1 },
  'POST /sandbox/reset': undefined,
  'DELETE /sandbox': undefined,
};

const pages: Record<string, Record<string, string>> = {
  'another port of this machine': { 'sec-fetch-site': 'same-site' },
  'another site': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  'another origin in a browser without Sec-Fetch-Site': { origin: 'http://localhost:3000' },
  'a page without an origin': { origin: 'null' },
};

for (const [route, body] of Object.entries(controls)) {
  const [method = '', path = ''] = route.split(' ');
  describe(`${route} of a sandbox`, () => {
    for (const [page, headers] of Object.entries(pages)) {
      it(`rejects ${page}, without an effect`, async () => {
        const sandbox = createSandbox();
        await resultOf(sandbox, valid.addMerchantLocation);
        const response = await control(sandbox, method, path, { body, headers });
        assert.equal(response.status, 403);
        for (const send of [valid.getMerchantStatus, valid.estimatePayments]) {
          assert.equal((await sendTo(sandbox, send)).status, 200, 'nothing was reset or armed');
        }
      });
    }

    it('accepts programs, its own pages, and typed URLs', async () => {
      const callers = [
        {},
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'none' },
        { origin },
      ];
      for (const headers of callers) {
        const response = await control(createSandbox(), method, path, { body, headers });
        assert.ok(response.status < 400, String(response.status));
      }
    });
  });
}
