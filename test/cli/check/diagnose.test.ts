import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diagnose } from '../../../src/cli/diagnose.js';
import { describeProblem } from '../../../src/cli/command-store.js';
import { StoreUnavailableError } from '../../../src/proxy/index.js';
import {
  InvalidServiceResponseError,
  ServiceUnreachableError,
} from '../../../src/service/index.js';

const unreachable: [string, RegExp][] = [
  ['ENOTFOUND', /no host with that name/],
  ['EAI_AGAIN', /could not be looked up/],
  ['EHOSTUNREACH', /There is no route to that host/],
  ['UND_ERR_CONNECT_TIMEOUT', /The connection timed out/],
  ['CERT_HAS_EXPIRED', /has expired/],
  ['CERT_NOT_YET_VALID', /not valid yet/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /for another name/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /authority that this machine does not know/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /authority that this machine does not know/],
  ['CERT_REVOKED', /cannot be trusted/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /response is not TLS/],
  ['ECONNRESET', /connection was closed without a response/],
  ['ENOBUFS', /cannot be reached \(ENOBUFS\)/],
];

describe('diagnose()', () => {
  for (const [code, expected] of unreachable) {
    it(`explains ${code}`, () => {
      const error = new ServiceUnreachableError('estimatePayments', code);
      assert.match(diagnose(error, undefined), expected);
    });
  }

  for (const [encoding, expected] of [
    ['gzip', /compressed/],
    ['Identity', /does not match the service document/],
    ['', /does not match the service document/],
  ] as const) {
    it(`reports whether a response is compressed: Content-Encoding "${encoding}"`, () => {
      const response = new Response('[]', { headers: { 'content-encoding': encoding } });
      const error = new InvalidServiceResponseError('estimatePayments');
      assert.match(diagnose(error, response), expected);
    });
  }

  it('rethrows errors from our own code', () => {
    const error = new TypeError('ours');
    assert.throws(() => diagnose(error, undefined), error);
  });
});

// As worded by Redis 7 and ioredis 5.
const storeFailures: [string, RegExp][] = [
  ['getaddrinfo ENOTFOUND cache.example', /no host with that name/],
  ['NOPERM User app has no permissions to access one of the keys', /may not use/],
  ["READONLY You can't write against a read only replica.", /read-only replica/],
  ["OOM command not allowed when used memory > 'maxmemory'.", /accepts no writes/],
  ['NOREPLICAS Not enough good replicas to write.', /accepts no writes: too few/],
  ['LOADING Redis is loading the dataset in memory', /still starting/],
  ['Too few replicas acknowledged the claim in time', /accepts no writes: too few/],
  ['Command timed out', /does not respond in time/],
  ['Reached the max retries per request limit (which is 1).', /does not respond in time/],
];

describe('describeProblem()', () => {
  for (const [message, expected] of storeFailures) {
    it(`explains ${message}`, () => {
      const error = new StoreUnavailableError(new Error(message));
      assert.match(describeProblem(error).text, expected);
    });
  }
});
