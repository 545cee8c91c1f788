import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations } from '../../src/contract/index.js';
import { assertAbsent } from '../support/assertions.js';
import { credentials, reads, samples, creations } from '../support/samples.js';
import {
  failToConnect,
  inTurn,
  respondPerContract,
  type Respond,
} from '../support/service-stub.js';
import { assertProblem, createTestProxy } from '../support/test-proxy.js';
import { turn } from '../support/until.js';

for (const operation of operationNames) {
  const { retryable } = operations[operation];

  describe(`${operation} on a failing service`, { concurrency: true }, () => {
    it('returns service-unreachable for a wrong certificate, without its details', async () => {
      const code = 'ERR_TLS_CERT_ALTNAME_INVALID';
      const { send, log, service } = createTestProxy({}, failToConnect(code));
      const response = await send(operation);
      assertProblem(response, 502, 'service-unreachable');
      assertAbsent(response.text, 'service.example', '10.1.2.3', code);
      assertAbsent(JSON.stringify(log), '10.1.2.3', ...Object.values(credentials));
      assert.equal(service.calls.length, retryable ? 2 : 1);
    });

    it('returns outcome-unknown for a creation whose connection broke', async () => {
      const { send, service } = createTestProxy({}, failToConnect('ECONNRESET'));
      const response = await send(operation);
      if (retryable) assertProblem(response, 502, 'service-unreachable');
      else assertProblem(response, 504, 'outcome-unknown');
      assert.equal(service.calls.length, retryable ? 2 : 1);
      assert.equal(service.texts(), 0);
    });

    const sentinel = 'upstream-words';
    const bodies: Record<string, BodyInit | null> = {
      'a login page': `<!doctype html><title>${sentinel}</title>`,
      'JSON cut short': `[{"id":"${sentinel}"`,
    };
    for (const [what, body] of Object.entries(bodies)) {
      it(`returns invalid-service-response for ${what}, without its content`, async () => {
        const { send } = createTestProxy({}, () => new Response(body));
        const response = await send(operation);
        assertProblem(response, 502, 'invalid-service-response');
        assertAbsent(response.text, sentinel, '<');
      });
    }

    it('returns service-error for a bug, and logs its stack without the message', async () => {
      const { send, log } = createTestProxy({}, () => undefined as unknown as Response);
      assertProblem(await send(operation), 502, 'service-error');
      const errors = log.filter(({ level }) => level === 'error');
      assert.deepEqual(
        errors.map(({ errorName }) => errorName),
        ['TypeError'],
      );
      assert.match(errors[0]!.stack?.[0] ?? '', /^at /);
    });
  });
}

describe('A failure that a retry fixes', { concurrency: true }, () => {
  for (const operation of reads) {
    it(`is invisible on ${operation}`, async () => {
      const respond = inTurn(() => new Response('{'), respondPerContract);
      const { send, log } = createTestProxy({}, respond);
      assert.deepEqual((await send(operation)).body, samples[operation].response);
      assert.deepEqual(
        log.map(({ level }) => level),
        ['debug'],
      );
    });
  }
});

describe('The url of a link', () => {
  const urls: Record<string, unknown> = {
    absent: undefined,
    'an empty text': '',
    'a number': 42,
    null: null,
    'an object': { href: 'https://apply.example/' },
    'a script': 'javascript:alert(document.domain)//https://apply.example',
    data: 'data:text/html,<script>alert(1)</script>',
    blob: 'blob:https://apply.example/5f0c',
    http: 'http://apply.example/checkout/1',
    'http to a name that begins with localhost': 'http://localhost.evil.example/',
    'user information': 'https://apply.example@evil.example/',
    'a password': 'https://:secret@apply.example/',
    'a path': '/checkout/1',
    'without a scheme': '//apply.example/checkout/1',
    'not a URL': 'https://',
    'a host behind a backslash': 'https://apply.example\\@evil.example/',
    'a leading space': ' https://apply.example/checkout/1',
    'a line break': 'https://apply.example/\ncheckout/1',
  };
  const operation = 'createPrequalLink';
  for (const [what, url] of Object.entries(urls)) {
    it(`doesn't reach a shopper if it is ${what}`, async () => {
      const { send, log, service } = createTestProxy({}, () => Response.json({ url }));
      const response = await send(operation);
      assertProblem(response, 502, 'invalid-service-response');
      if (typeof url === 'string' && url) assertAbsent(response.text + JSON.stringify(log), url);
      assert.equal(service.calls.length, 1);
    });
  }

  for (const url of ['http://localhost:8788/sandbox/1', 'http://127.0.0.1/1', 'http://[::1]/1']) {
    it(`can use http on this machine: ${url}`, async () => {
      const { send } = createTestProxy({}, () => Response.json({ url }));
      assert.deepEqual((await send(operation)).body, { url });
    });
  }
});

describe('A page that disconnects', () => {
  /** Aborts the request during the call of the service. */
  function disconnectDuring(operation: (typeof operationNames)[number]) {
    const controller = new AbortController();
    const respond: Respond = async (call) => {
      controller.abort(new Error('gone'));
      await turn();
      return call.signal.aborted ? Promise.reject(call.signal.reason) : respondPerContract(call);
    };
    const proxy = createTestProxy({}, respond);
    return { proxy, response: proxy.send(operation, { signal: controller.signal }) };
  }

  for (const operation of reads) {
    it(`aborts ${operation}, without a failure in the log`, async () => {
      const { proxy, response } = disconnectDuring(operation);
      await response;
      assert.equal(proxy.service.calls.length, 1);
      assert.equal(proxy.service.calls[0]!.signal.aborted, true);
      assert.deepEqual(
        proxy.log.map(({ level }) => level),
        ['debug'],
      );
    });
  }

  for (const operation of creations) {
    it(`doesn't abort ${operation}, which the service may have processed`, async () => {
      const { proxy, response } = disconnectDuring(operation);
      assert.deepEqual((await response).body, samples[operation].response);
      assert.equal(proxy.service.calls[0]!.signal.aborted, false);
    });
  }
});
