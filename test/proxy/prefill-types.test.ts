import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { samples } from '../support/samples.js';
import { assertRefused, createTestProxy, shop } from '../support/test-proxy.js';

const notTexts = [null, 94_107, false, ['Ada']];

describe('A field that only pre-fills an application, and is of another type', () => {
  for (const details of [
    ...notTexts.map((value) => ({ phone: value })),
    ...notTexts.map((value) => ({ dateOfBirth: value })),
    ...notTexts.map((value) => ({ addressDetails: { zipcode: value } })),
    ...notTexts.map((value) => ({ addressDetails: value })),
  ]) {
    it(`is left out and named in the log: ${JSON.stringify(details)}`, async () => {
      const proxy = createTestProxy();
      const body = {
        ...(samples.createPayOverTimeLink.body as object),
        customerDetails: { firstName: 'Ada', ...details },
      };
      const response = await proxy.send('createPayOverTimeLink', { body });
      assert.equal(response.status, 200, response.text);
      const { customerDetails } = proxy.service.calls[0]!.body as { customerDetails: object };
      assert.match(JSON.stringify(customerDetails), /^{"firstName":"Ada"(,"addressDetails":{})?}$/);
      const { dropped } = proxy.log.find(({ event }) => event === 'fields-dropped')!;
      const [field = ''] = Object.keys(details);
      assert.match(String(dropped), new RegExp(`^customerDetails\\.${field}(\\.zipcode)?$`));
    });
  }

  for (const value of notTexts) {
    it(`is left out where it is ${JSON.stringify(value)}: all details, and contacts`, async () => {
      const proxy = createTestProxy();
      const fields = {
        customerDetails: value,
        customerPhoneNumber: value,
        representativeEmail: value,
      };
      const body = [{ location: 'main-street', ...fields }];
      const response = await proxy.send('createPrequalLink', { body });
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(proxy.service.calls[0]!.body, [{ location: 'main-street', sendSMS: false }]);
    });
  }

  it('is refused as the number of a text', async () => {
    const proxy = createTestProxy({ sms: true });
    const body = [{ location: 'main-street', customerPhoneNumber: 4_155_552_671, sendSMS: true }];
    const headers = { origin: shop, 'idempotency-key': 'key-of-a-text-to-send' };
    const response = await proxy.send('createPrequalLink', { body, headers });
    const { errors } = assertRefused(proxy, response, 400, 'invalid-request');
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['[0].customerPhoneNumber'],
    );
  });

  it('hides no error of another field', async () => {
    const proxy = createTestProxy();
    const body = [{ location: 'main-street', customerDetails: { phone: null, age: 5 } }];
    const response = await proxy.send('createPrequalLink', { body });
    const { errors } = assertRefused(proxy, response, 400, 'invalid-request');
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['[0].customerDetails.age'],
    );
  });
});
