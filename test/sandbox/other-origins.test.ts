import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { control, origin } from '../support/sandbox.js';

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
      it(`is refused to ${page}`, async () => {
        const answer = await control(createSandbox(), method, path, { body, headers });
        assert.equal(answer.status, 403);
      });
    }

    it('is open to programs and to its own pages', async () => {
      for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { origin }]) {
        const answer = await control(createSandbox(), method, path, { body, headers });
        assert.ok(answer.status < 400, String(answer.status));
      }
    });
  });
}
