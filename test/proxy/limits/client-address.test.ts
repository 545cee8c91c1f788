import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressBlock } from '../../../src/proxy/limits/address-block.js';
import { createClientAddress } from '../../../src/proxy/limits/client-address.js';
import { createReport } from '../../../src/proxy/report.js';
import { readProxyOptions, type ProxySettings } from '../../../src/proxy/proxy-settings.js';
import { shop } from '../../support/test-proxy.js';

const defaults = readProxyOptions({ baseUrl: 'https://service.example', svcKey: 'key' });

/** Creates a request as srvx passes it on, with the address of the socket if the server sets one. */
function requestFrom(socketAddress: string | undefined, forwardedFor?: string): Request {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const request = new Request(shop, { headers });
  return socketAddress === undefined
    ? request
    : Object.defineProperty(request, 'ip', { value: socketAddress });
}

function createTestAddress(options: Partial<ProxySettings> = {}) {
  const warnings: string[] = [];
  const unwanted = () => assert.fail('not a warning');
  const logger = { debug: unwanted, info: unwanted, error: unwanted };
  const warn = (entry: { event: string }) => void warnings.push(entry.event);
  const addressOf = createClientAddress(
    { ...defaults, ...options },
    createReport({ logger: { ...logger, warn } }),
  );
  return { addressOf, warnings };
}

describe('createClientAddress()', () => {
  const short = 'forwarded-for-short';
  const cases: [hops: number, forwardedFor: string | undefined, is: string, warning?: string][] = [
    [0, undefined, '10.0.0.2'],
    [0, '198.51.100.1', '10.0.0.2', 'forwarded-for-ignored'],
    [0, '198.51.100.2, 198.51.100.3', '10.0.0.2', 'forwarded-for-ignored'],
    [0, '', '10.0.0.2', 'forwarded-for-ignored'],
    [0, 'x', '10.0.0.2', 'forwarded-for-ignored'],
    [1, '198.51.100.7', '198.51.100.7'],
    [1, '192.0.2.66, 198.51.100.7', '198.51.100.7'],
    [1, '192.0.2.66,198.51.100.7 ', '198.51.100.7'],
    [2, '192.0.2.66, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    [2, '198.51.100.7', '10.0.0.2', short],
    [3, '198.51.100.7, 10.0.0.1', '10.0.0.2', short],
    [1, undefined, '10.0.0.2', short],
  ];
  for (const [trustedHops, forwardedFor, is, warning] of cases) {
    const how = warning ? `, and warns once with ${warning}` : '';
    it(`reads ${is} from "${forwardedFor}" behind ${trustedHops}${how}`, () => {
      const { addressOf, warnings } = createTestAddress({ trustedHops });
      for (let index = 0; index < 3; index += 1) {
        assert.equal(addressOf(requestFrom('10.0.0.2', forwardedFor)), is);
      }
      assert.deepEqual(warnings, warning ? [warning] : []);
    });
  }

  it('uses only clientAddress, if it is set', () => {
    const { addressOf, warnings } = createTestAddress({
      clientAddress: ({ headers }) => headers.get('cf-connecting-ip') ?? undefined,
    });
    const request = requestFrom('10.0.0.2', '192.0.2.66');
    request.headers.set('cf-connecting-ip', '198.51.100.7');
    assert.equal(addressOf(request), '198.51.100.7');
    assert.deepEqual(warnings, []);
  });

  it('treats the address as unknown if the server sets something that must be text', () => {
    const { addressOf } = createTestAddress();
    const request = Object.defineProperty(requestFrom(undefined), 'ip', { value: 7 });
    assert.equal(addressOf(request), undefined);
  });

  const defects: Record<string, ((request: Request) => unknown) | undefined> = {
    'the server sets none': undefined,
    'clientAddress throws': () => {
      throw new Error('no address');
    },
    'clientAddress returns a number': () => 1,
    'clientAddress returns a promise': async () => '198.51.100.7',
    'clientAddress returns a promise that rejects': () => Promise.reject(new Error('no address')),
  };
  for (const [what, hook] of Object.entries(defects)) {
    it(`treats the address as unknown when ${what}, and warns once`, () => {
      const clientAddress = hook as ((request: Request) => string) | undefined;
      const { addressOf, warnings } = createTestAddress({ clientAddress });
      for (let index = 0; index < 3; index += 1) {
        assert.equal(addressOf(requestFrom(hook && '10.0.0.2')), undefined);
      }
      assert.deepEqual(warnings, ['client-address-unknown']);
    });
  }
});

describe('addressBlock()', () => {
  const blocks: [address: string, block: string | undefined][] = [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.255:49152', '203.0.113.255'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['64:ff9b::203.0.113.9', '203.0.113.9'],
    ['64:ff9b::1:203.0.113.9', '64:ff9b:0:0::/56'],
    ['64:ff9b:1::203.0.113.9', '64:ff9b:1:0::/56'],
    ['64:ff9a::203.0.113.9', '64:ff9a:0:0::/56'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:0DB8:0001:0200:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ff::1]', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ff::1]:49152', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['2001:db8::', '2001:db8:0:0::/56'],
    ['2001::1234:5:6:7:8', '2001:0:0:1200::/56'],
    ['1::ffff:203.0.113.9', '1:0:0:0::/56'],
    ['0:1::ffff:203.0.113.9', '0:1:0:0::/56'],
    ['0:0:1::ffff:203.0.113.9', '0:0:1:0::/56'],
    ['0:0:0:100::ffff:203.0.113.9', '0:0:0:100::/56'],
    ['::1:ffff:203.0.113.9', '0:0:0:0::/56'],
    // oxfmt-ignore
    ...[
      '', 'undefined', 'unknown', '_hidden', '203.0.113.256', '203.0.113', '203.0.113.9.5', '0xcb.0.113.9',
      ':::', '2001:db8:1:2ff::1::2', '::1]@[::2', 'shop.example:80', 'x[2001:db8:1:2ff::1]', '[2001:db8:1:2ff::1]x',
    ].map((address): [string, undefined] => [address, undefined]),
  ];
  for (const [address, block] of blocks) {
    it(`returns ${block} for "${address}"`, () => {
      assert.equal(addressBlock(address), block);
    });
  }
});
