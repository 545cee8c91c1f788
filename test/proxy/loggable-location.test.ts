import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loggableLocation } from '../../src/proxy/log-events.js';

describe('loggableLocation()', () => {
  for (const location of ['main-street', 'store_0042', 'S.1', 'x', '4'.repeat(6), 'x'.repeat(64)]) {
    it(`logs an identifier: ${location}`, () => {
      assert.deepEqual(loggableLocation(location), { location });
    });
  }

  // oxfmt-ignore
  const personal = [
    undefined, '', 'Main Street', ' a', 'a ', 'jane@example.com', 'café', '4155552', '415-5552',
    'store-4.1.5.5.5.5.2-x', 'a1234567', 'x'.repeat(65),
  ];
  for (const location of personal) {
    it(`leaves out a value that may be about a person: ${location}`, () => {
      assert.deepEqual(loggableLocation(location), {});
    });
  }
});
