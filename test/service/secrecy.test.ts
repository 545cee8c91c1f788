import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { operationNames } from '../../src/contract/index.js';
import { assertAbsent } from '../support/assertions.js';
import { credentials, samples } from '../support/samples.js';
import { createTestService, failToConnect, hang, type Respond } from '../support/service-stub.js';

/** Returns everything that an error shows to a log, a serializer, or a debugger. */
function everythingIn(error: unknown): string {
  return [
    inspect(error, { depth: Infinity, showHidden: true, getters: true }),
    JSON.stringify(error),
    (error as Error).stack,
    String((error as Error).cause),
  ].join('\n');
}

const echo: Respond = ({ headers }) =>
  new Response(`Bad credentials: ${headers.get('svc-key')} ${headers.get('svc-secret')}`, {
    status: 403,
    headers: { 'x-echo': headers.get('svc-key') ?? '' },
  });
const echoInFields: Respond = ({ headers }) => {
  const key = headers.get('svc-key') ?? '';
  return Response.json({ url: [key], status: { [key]: key }, creationDate: key, [key]: 1 });
};
const leak: Respond = ({ headers }) => {
  // Like undici for an invalid header.
  throw new TypeError(`invalid header value ${headers.get('svc-key')}`);
};

const faults: Record<string, Respond> = {
  'rejects the connection': failToConnect('ECONNREFUSED'),
  'resets the connection': failToConnect('ECONNRESET'),
  hangs: hang,
  'echoes the credentials in an error': echo,
  'echoes the credentials with success': async (call) => new Response((await echo(call)).body),
  'echoes the credentials in fields that break the contract': echoInFields,
  'is reached by a transport that puts headers into its errors': leak,
};

for (const operation of operationNames) {
  describe(`An error of ${operation}()`, { concurrency: true }, () => {
    for (const [fault, respond] of Object.entries(faults)) {
      it(`has no credentials, host, or address if the service ${fault}`, async () => {
        const limits = { timeout: 300, linkTimeout: 50 };
        const { service } = createTestService(respond, limits);
        const error: unknown = await samples[operation].call(service).then(
          () => assert.fail('It was fulfilled'),
          (reason: unknown) => reason,
        );
        const shown = everythingIn(error);
        assert.match(shown, new RegExp(operation));
        assertAbsent(shown, ...Object.values(credentials), 'service.example', '10.1.2.3');
      });
    }
  });
}
