import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations } from '../../src/contract/index.js';
import { assertAbsent } from '../support/assertions.js';
import { credentials, links, reads, samples, creations } from '../support/samples.js';
import {
  failToConnect,
  inTurn,
  respondPerContract,
  type Respond,
} from '../support/service-stub.js';
import { assertProblem, createTestProxy } from '../support/test-proxy.js';

type Fields = Record<string, unknown>;
const turn = () => new Promise((resolve) => setImmediate(resolve));

for (const operation of operationNames) {
  const { retryable } = operations[operation];

  describe(`${operation} on a failing service`, { concurrency: true }, () => {
    it('answers service-unreachable to a wrong certificate, and shows nothing of it', async () => {
      const code = 'ERR_TLS_CERT_ALTNAME_INVALID';
      const { send, log, service } = createTestProxy({}, failToConnect(code));
      const response = await send(operation);
      assertProblem(response, 502, 'service-unreachable');
      assertAbsent(response.text, 'service.example', '10.1.2.3', code);
      assertAbsent(JSON.stringify(log), '10.1.2.3', ...Object.values(credentials));
      assert.equal(service.calls.length, retryable ? 2 : 1);
    });

    it('tells a link whose outcome is unknown from an estimation that got no answer', async () => {
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
      it(`answers invalid-service-response to ${what}, without a byte of it`, async () => {
        const { send } = createTestProxy({}, () => new Response(body));
        const response = await send(operation);
        assertProblem(response, 502, 'invalid-service-response');
        assertAbsent(response.text, sentinel, '<');
      });
    }

    it('answers service-error to an unforeseen failure, and logs the place, not the words', async () => {
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

describe('A service that recovers at once', { concurrency: true }, () => {
  for (const operation of reads) {
    it(`is not noticed on ${operation}`, async () => {
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

describe('The url of a link that is none', () => {
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
    'http to a name that begins like this machine': 'http://localhost.evil.example/',
    'user information': 'https://apply.example@evil.example/',
    'a password': 'https://:secret@apply.example/',
    'a path': '/checkout/1',
    'without a scheme': '//apply.example/checkout/1',
    'no URL': 'https://',
    'a host behind a backslash': 'https://apply.example\\@evil.example/',
    'a space before it': ' https://apply.example/checkout/1',
    'a line end in it': 'https://apply.example/\ncheckout/1',
  };
  for (const operation of links) {
    for (const [what, url] of Object.entries(urls)) {
      it(`is not given to a shopper: ${what} from ${operation}`, async () => {
        const body = { ...(samples[operation].response as Fields), url };
        const { send, log, service } = createTestProxy({}, () => Response.json(body));
        const response = await send(operation);
        assertProblem(response, 502, 'invalid-service-response');
        if (typeof url === 'string' && url) assertAbsent(response.text + JSON.stringify(log), url);
        assert.equal(service.calls.length, 1);
      });
    }

    for (const url of ['http://localhost:8788/sandbox/1', 'http://127.0.0.1/1', 'http://[::1]/1']) {
      it(`of ${operation} may lead to this machine without TLS: ${url}`, async () => {
        const body = { ...(samples[operation].response as Fields), url };
        const { send } = createTestProxy({}, () => Response.json(body));
        assert.deepEqual((await send(operation)).body, body);
      });
    }
  }
});

describe('A page that goes away', () => {
  /** Aborts the request while the service works on it. */
  function goAwayDuring(operation: (typeof operationNames)[number]) {
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
    it(`ends ${operation} at the service, and is not logged as a failure`, async () => {
      const { proxy, response } = goAwayDuring(operation);
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
    it(`does not end ${operation}, which may have been carried out`, async () => {
      const { proxy, response } = goAwayDuring(operation);
      assert.deepEqual((await response).body, samples[operation].response);
      assert.equal(proxy.service.calls[0]!.signal.aborted, false);
    });
  }
});
