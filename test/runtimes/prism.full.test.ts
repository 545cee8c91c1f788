/**
 * Puts Prism, a proxy that validates requests and responses with an OpenAPI document, between a client and our proxy.
 * Prism must pass on every response. With `--errors`, it replaces an invalid response with a 500.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { type DeclaredError, operationNames, operations } from '../../src/contract/index.js';
import { serve, type RunningServer } from '../../src/node/index.js';
import { faults, refusals } from '../support/openapi-checks.js';
import { quietPort } from '../support/servers.js';
import { hang } from '../support/service-stub.js';
import {
  type ReadResponse,
  createTestProxy,
  read,
  type TestProxy,
  toRequest,
} from '../support/test-proxy.js';
import { eventually } from '../support/until.js';
import { programOf, withInstalled } from './start-runtime.js';

/** Starts Prism in front of a mount, and waits until it responds. */
async function startPrism(mount: string, ...flags: string[]) {
  const port = await quietPort();
  const args = ['proxy', `${mount}/openapi.json`, mount, '--port', `${port}`, '--errors', ...flags];
  const child = spawn(programOf('prism'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await eventually(async () => {
    assert.equal(child.exitCode, null, output);
    return output.includes('Prism is listening');
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

withInstalled('prism', () => {
  describe('Prism passes on the proxy’s response', { timeout: 240_000 }, () => {
    let behind: TestProxy;
    let upstream: RunningServer;
    const prisms: Record<string, Awaited<ReturnType<typeof startPrism>>> = {};

    before(async () => {
      behind = createTestProxy();
      const handler = { fetch: (request: Request) => behind.fetch(request) };
      upstream = await serve(handler, { host: '127.0.0.1', port: 0 });
      const mount = `${upstream.url}/financing`;
      prisms['requests too'] = await startPrism(mount);
      // For invalid requests, which Prism would reject itself.
      prisms['responses only'] = await startPrism(mount, '--validate-request=false');
    });
    after(async () => {
      for (const prism of Object.values(prisms)) await prism.close();
      await upstream.close();
    });

    /** Compares the response of a proxy with the response of its twin behind Prism, and returns the status. */
    async function compare(
      checks: string,
      create: () => Promise<TestProxy>,
      ...[operation, changes]: Parameters<TestProxy['send']>
    ): Promise<number> {
      const direct = await (await create()).send(operation, changes);
      behind = await create();
      const request = toRequest(operation, changes);
      const { method, headers, url } = request;
      const { pathname, search } = new URL(url);
      const place = prisms[checks]!.url + pathname.replace('/financing', '') + search;
      // As text, because Prism doesn't accept a stream.
      const body = method === 'GET' ? null : await request.text();
      const through = await read(await fetch(place, { method, headers, body }));
      assert.deepEqual(comparable(through), comparable(direct), through.text);
      return direct.status;
    }

    for (const operation of operationNames) {
      it(`${operation}: 200`, async () => {
        const create = async () => createTestProxy();
        assert.equal(await compare('requests too', create, operation), 200);
      });

      for (const [fault, respond] of Object.entries(faults)) {
        it(`${operation}: ${fault}`, async () => {
          const times = respond === hang ? { timeout: 100, linkTimeout: 100 } : {};
          const create = async () => createTestProxy(times, respond);
          assert.ok((await compare('requests too', create, operation)) >= 502);
        });
      }

      const errors = Object.entries<DeclaredError>(operations[operation].errors);
      for (const [name, { status, message }] of errors) {
        it(`${operation}: ${status} ${name} of the service`, async () => {
          const create = async () =>
            createTestProxy({}, () => Response.json({ message }, { status }));
          assert.ok((await compare('requests too', create, operation)) >= 400);
        });
      }

      it(`${operation}: 429`, async () => {
        const create = async () => {
          const proxy = createTestProxy({ rateLimit: 1 });
          await proxy.send(operation);
          return proxy;
        };
        assert.equal(await compare('requests too', create, operation), 429);
      });
    }

    // Prism never responds to a body that it can't parse, and it rejects a request without a token itself.
    const { 'no JSON': _, ...parsed } = refusals;
    for (const [refusal, [status, names, changes]] of Object.entries(parsed)) {
      for (const operation of names) {
        it(`${operation}: ${status}, ${refusal}`, async () => {
          const create = async () => createTestProxy();
          assert.equal(await compare('responses only', create, operation, changes), status);
        });
      }
    }
  });
});

/** Returns the response without what differs between requests. */
function comparable({ status, headers, body }: ReadResponse) {
  const { requestId, ...rest } = body as { readonly requestId?: string };
  const isProblem = requestId !== undefined;
  return [
    status,
    headers.get('content-type'),
    headers.get('sl-violations'),
    isProblem ? rest : body,
  ];
}
