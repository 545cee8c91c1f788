import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createFinancingService,
  InvalidOptionError,
  type FinancingServiceOptions,
} from '../../src/service/index.js';
import { credentials, serviceUrl } from '../support/samples.js';

/** Options of plain JavaScript, without type checks. */
type Loose = { [Option in keyof FinancingServiceOptions]?: unknown };

function create(options: Loose) {
  const all = { baseUrl: serviceUrl, ...credentials, ...options };
  return createFinancingService(all as unknown as FinancingServiceOptions);
}

/** The base URL that is used, read off a call. */
async function usedBaseUrl(options: Loose): Promise<string> {
  let url = '';
  const service = create({
    ...options,
    fetch: async (request: Request) => {
      url = request.url;
      return Response.json([]);
    },
  });
  await service.estimatePayments([{ id: 'a', totalAmount: 1 }]);
  assert.ok(url.endsWith('/purchase/api/v1/payment-estimation'), url);
  return url.slice(0, -'/purchase/api/v1/payment-estimation'.length);
}

describe('createFinancingService(options)', () => {
  const sentinel = 'hunter2';
  // oxfmt-ignore
  const refused: [why: string, option: string, options: Loose][] = [
    ['http beyond this machine', 'baseUrl', { baseUrl: `http://${sentinel}.example` }],
    ['http to a name that only begins like this machine', 'baseUrl', { baseUrl: `http://localhost.${sentinel}.example` }],
    ['http to an address that only begins like this machine', 'baseUrl', { baseUrl: `http://127.0.0.1.${sentinel}.example` }],
    ['user information', 'baseUrl', { baseUrl: `https://me:${sentinel}@service.example` }],
    ['a user name alone', 'baseUrl', { baseUrl: `https://${sentinel}@service.example` }],
    ['a query', 'baseUrl', { baseUrl: `https://service.example/?key=${sentinel}` }],
    ['an empty query, which would swallow the path', 'baseUrl', { baseUrl: `https://${sentinel}.example?` }],
    ['a fragment', 'baseUrl', { baseUrl: `https://service.example/#${sentinel}` }],
    ['an empty fragment', 'baseUrl', { baseUrl: `https://${sentinel}.example/#` }],
    ['no URL at all', 'baseUrl', { baseUrl: `${sentinel}.example` }],
    ['another scheme', 'baseUrl', { baseUrl: `ftp://${sentinel}.example` }],
    ['a script', 'baseUrl', { baseUrl: `javascript:${sentinel}` }],
    ['an empty base URL', 'baseUrl', { baseUrl: '' }],
    ['a missing base URL', 'baseUrl', { baseUrl: undefined }],
    ['a missing key', 'svcKey', { svcKey: undefined }],
    ['an empty key', 'svcKey', { svcKey: '' }],
    ['a key with the newline of its file', 'svcKey', { svcKey: `${sentinel}\n` }],
    ['a key with a header inside', 'svcKey', { svcKey: `${sentinel}\r\nhost: evil` }],
    ['a key with a space', 'svcKey', { svcKey: `${sentinel} ${sentinel}` }],
    ['a key beyond ASCII', 'svcKey', { svcKey: `${sentinel}é` }],
    ['a key with a NUL', 'svcKey', { svcKey: `${sentinel}\0` }],
    ['a secret with the newline of its file', 'svcSecret', { svcSecret: `${sentinel}\n` }],
    ['no time at all', 'timeout', { timeout: 0 }],
    ['negative time', 'timeout', { timeout: -1 }],
    ['a time that setTimeout would take for 1 ms', 'timeout', { timeout: 2 ** 31 }],
    ['endless time', 'timeout', { timeout: Infinity }],
    ['no number', 'timeout', { timeout: NaN }],
    ['time as text', 'timeout', { timeout: '4000' }],
    ['no time for links', 'linkTimeout', { linkTimeout: 0 }],
  ];

  for (const [why, option, options] of refused) {
    it(`refuses ${why}, naming ${option} and not its value`, () => {
      assert.throws(
        () => create(options),
        (error: unknown) => {
          assert.ok(error instanceof InvalidOptionError, String(error));
          assert.equal(error.option, option);
          assert.match(error.message, new RegExp(`^Option ${option} \\w`));
          assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, new RegExp(sentinel));
          return true;
        },
      );
    });
  }

  it('refuses an option that is none, and names the nearest', () => {
    assert.throws(() => create({ timeOut: 1 } as object), {
      name: 'InvalidOptionError',
      option: 'timeOut',
      message: 'Option timeOut is unknown; did you mean timeout?',
    });
  });

  // oxfmt-ignore
  const used: [why: string, options: Loose, baseUrl: string][] = [
    ['keeps a path prefix', { baseUrl: 'https://service.example/a/b' }, 'https://service.example/a/b'],
    ['takes off a trailing slash', { baseUrl: 'https://service.example/' }, 'https://service.example'],
    ['takes it off a prefix too', { baseUrl: 'https://service.example/a/' }, 'https://service.example/a'],
    ['keeps a port', { baseUrl: 'https://service.example:8443' }, 'https://service.example:8443'],
    ['takes http to localhost', { baseUrl: 'http://localhost:8788' }, 'http://localhost:8788'],
    ['takes http below localhost', { baseUrl: 'http://service.localhost' }, 'http://service.localhost'],
    ['takes http to 127.0.0.1', { baseUrl: 'http://127.0.0.1:1234' }, 'http://127.0.0.1:1234'],
    ['takes http to ::1', { baseUrl: 'http://[::1]:1234' }, 'http://[::1]:1234'],
    ['takes http anywhere when told so', { baseUrl: 'http://service.example', allowHttp: true }, 'http://service.example'],
  ];

  for (const [does, options, baseUrl] of used) {
    it(`${does}`, async () => {
      assert.equal(await usedBaseUrl(options), baseUrl);
    });
  }

  it('takes credentials of any visible ASCII characters', () => {
    const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 0x21));
    assert.ok(create({ svcKey: visible, svcSecret: visible }));
  });
});
