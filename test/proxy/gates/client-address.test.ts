import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressBlock } from '../../../src/proxy/limits.js';
import {
  createClientAddress,
  type AddressWarning,
  type ClientAddressOptions,
} from '../../../src/proxy/limits.js';

/** A request as srvx hands it on: with the address of the socket, unless the server cannot tell. */
function requestFrom(socketAddress: string | undefined, forwardedFor?: string): Request {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const request = new Request('https://shop.example/', { headers });
  return socketAddress === undefined
    ? request
    : Object.defineProperty(request, 'ip', { value: socketAddress });
}

function createTestAddress(options: Partial<ClientAddressOptions> = {}) {
  const warnings: AddressWarning[] = [];
  const addressOf = createClientAddress({
    trustedHops: 0,
    ...options,
    onWarning: (warning) => warnings.push(warning),
  });
  return { addressOf, warnings };
}

describe('createClientAddress()', () => {
  it('tells the address of the socket, whatever X-Forwarded-For says', () => {
    const { addressOf } = createTestAddress();
    for (const forwardedFor of ['198.51.100.1', '198.51.100.2, 198.51.100.3', '', 'x']) {
      assert.equal(addressOf(requestFrom('203.0.113.9', forwardedFor)), '203.0.113.9');
    }
  });

  it('warns once of a header that it ignores', () => {
    const { addressOf, warnings } = createTestAddress();
    addressOf(requestFrom('203.0.113.9'));
    assert.deepEqual(warnings, []);
    for (let index = 0; index < 3; index += 1) addressOf(requestFrom('203.0.113.9', 'x'));
    assert.deepEqual(warnings, ['forwarded-for-ignored']);
  });

  it('warns once where the server gives no address', () => {
    const { addressOf, warnings } = createTestAddress();
    for (let index = 0; index < 3; index += 1) {
      assert.equal(addressOf(requestFrom(undefined)), undefined);
    }
    assert.deepEqual(warnings, ['client-address-unknown']);
  });
});

describe('createClientAddress({ trustedHops })', () => {
  const cases: [hops: number, forwardedFor: string | undefined, address: string][] = [
    [1, '198.51.100.7', '198.51.100.7'],
    [1, '192.0.2.66, 198.51.100.7', '198.51.100.7'],
    [1, '192.0.2.66,198.51.100.7 ', '198.51.100.7'],
    [2, '192.0.2.66, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    [2, '198.51.100.7', '198.51.100.7'],
    [3, '198.51.100.7, 10.0.0.1', '198.51.100.7'],
    [1, undefined, '10.0.0.2'],
  ];
  for (const [trustedHops, forwardedFor, address] of cases) {
    it(`reads ${address} from "${forwardedFor}" behind ${trustedHops}`, () => {
      const { addressOf, warnings } = createTestAddress({ trustedHops });
      assert.equal(addressOf(requestFrom('10.0.0.2', forwardedFor)), address);
      assert.deepEqual(warnings, []);
    });
  }
});

describe('createClientAddress({ clientAddress })', () => {
  it('asks it alone', () => {
    const { addressOf, warnings } = createTestAddress({
      clientAddress: ({ headers }) => headers.get('cf-connecting-ip') ?? undefined,
    });
    const request = requestFrom('10.0.0.2', '192.0.2.66');
    request.headers.set('cf-connecting-ip', '198.51.100.7');
    assert.equal(addressOf(request), '198.51.100.7');
    assert.deepEqual(warnings, []);
  });

  const defects: Record<string, (request: Request) => unknown> = {
    throws: () => {
      throw new Error('no address');
    },
    'answers a number': () => 1,
    'answers a promise': async () => '198.51.100.7',
  };
  for (const [what, clientAddress] of Object.entries(defects)) {
    it(`takes the caller for unknown when it ${what}, and warns once`, () => {
      const { addressOf, warnings } = createTestAddress({
        clientAddress: clientAddress as (request: Request) => string,
      });
      assert.equal(addressOf(requestFrom('10.0.0.2')), undefined);
      assert.equal(addressOf(requestFrom('10.0.0.2')), undefined);
      assert.deepEqual(warnings, ['client-address-unknown']);
    });
  }
});

describe('addressBlock', () => {
  const blocks: [address: string, block: string | undefined][] = [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:49152', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:0DB8:0001:0200:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ff::1]', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ff::1]:49152', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['2001:db8::', '2001:db8:0:0::/56'],
    ['', undefined],
    ['undefined', undefined],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['203.0.113.256', undefined],
    ['203.0.113', undefined],
    ['0xcb.0.113.9', undefined],
    [':::', undefined],
    ['2001:db8:1:2ff::1::2', undefined],
    ['::1]@[::2', undefined],
    ['shop.example:80', undefined],
  ];
  for (const [address, block] of blocks) {
    it(`of "${address}" is ${block}`, () => {
      assert.equal(addressBlock(address), block);
    });
  }
});
