import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyWith, creations } from '../support/samples.js';
import { createTestProxy } from '../support/test-proxy.js';
import { assertRefusal, at, fieldsOf, pathOf, receivedBy, textHeaders } from './field-requests.js';

describe('A blank field', () => {
  const blanks = ['', ' ', '\t\n', '\u00a0\u200b'];

  for (const operation of creations) {
    // A blank vertical has its own error. A blank date is left out like other unusable dates.
    const fields = fieldsOf(operation).filter(({ path }) => !/vertical|dateOfBirth/.test(path));
    // A missing `sendSMS` can mean true, so a blank one is an error.
    const isKept = ({ path, isRequired }: (typeof fields)[number]) =>
      (isRequired && !path.includes('.')) || path === 'sendSMS';

    it(`counts as missing if it's optional: ${operation}`, async () => {
      for (const { path } of fields.filter((field) => !isKept(field))) {
        for (const blank of blanks) {
          const proxy = createTestProxy({ departments: ['7'], sourcePlatforms: ['p'] });
          const response = await proxy.send(operation, {
            body: bodyWith(operation, at(path, blank)),
          });
          assert.equal(response.status, 200, `${path}: ${response.text}`);
          const sent = JSON.stringify(receivedBy(proxy));
          assert.doesNotMatch(sent, new RegExp(`"${path.split('.').at(-1)}":`));
          assert.ok(proxy.log.every(({ event }) => event !== 'fields-dropped'));
        }
      }
    });

    it(`is an error if it's required: ${operation}`, async () => {
      for (const { path } of fields.filter(isKept)) {
        for (const blank of blanks) {
          const body = bodyWith(operation, at(path, blank));
          await assertRefusal(operation, { body, headers: textHeaders }, [pathOf(operation, path)]);
        }
      }
    });
  }

  it('is an error as the number of a text message', async () => {
    const body = bodyWith('createPrequalLink', { sendSMS: true, customerPhoneNumber: ' ' });
    const changes = { body, headers: textHeaders };
    await assertRefusal('createPrequalLink', changes, ['[0].customerPhoneNumber']);
  });
});
