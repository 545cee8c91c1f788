/**
 * Runs the conformance suite against the built package on each runtime, over HTTP. Also tests what may differ there:
 * unusual responses of the service, and clients that leave. docs/serverless.md explains the differences.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeConformance, proxyTarget } from '../conformance/conformance.js';
import {
  estimation,
  payOverTimeLink,
  prequalLink,
  type Send,
  toRequest,
} from '../conformance/requests.js';
import { financed, samples } from '../support/samples.js';
import { eventually } from '../support/until.js';
import {
  findDeno,
  type HttpService,
  onProgram,
  onWorkerd,
  programOf,
  type Runtime,
  type ServiceCall,
  type StartRuntime,
  startService,
  withInstalled,
} from './start-runtime.js';
import { putEstimate, startCommand } from '../cli/command.js';
import { startHttp } from '../support/servers.js';

describeRuntime(`Node ${process.versions.node}`, onProgram(process.execPath));
withInstalled('node24', () => describeRuntime('Node 24', onProgram(programOf('node'))));
withInstalled('bun', () => describeRuntime('Bun', onProgram(programOf('bun'))));
withInstalled('deno', () => {
  const args = ['run', '--allow-all', '--no-lock', '--node-modules-dir=manual'];
  describeRuntime('Deno', onProgram(findDeno(), args));
});
withInstalled('workerd', () => describeRuntime('workerd', onWorkerd, { tellsOfLeaving: false }));

function describeRuntime(title: string, start: StartRuntime, { tellsOfLeaving = true } = {}): void {
  describe(title, () => {
    let service: HttpService;
    let runtime: Runtime;
    before(async () => {
      service = await startService();
      runtime = await start(service);
    });
    after(async () => {
      await runtime.close();
      service.close();
    });

    describeConformance(
      'The proxy',
      proxyTarget({
        get baseUrl() {
          return `${runtime.url}/financing`;
        },
        fetch: (request) => fetch(request),
        control: (method, path) => fetch(runtime.url + path, { method }),
      }),
    );

    const request = (send: Send) => toRequest(`${runtime.url}/over-http`, send);

    const odd: Record<string, (response: ServiceCall['response']) => string> = {
      'a byte order mark': () => '\ufeff',
      'text/plain': (response) => (response.setHeader('content-type', 'text/plain'), ''),
      'charset=iso-8859-1': (response) => {
        response.setHeader('content-type', 'application/json; charset=iso-8859-1');
        return '';
      },
      'status 201': (response) => ((response.statusCode = 201), ''),
      'status 202': (response) => ((response.statusCode = 202), ''),
    };
    for (const [what, prepare] of Object.entries(odd)) {
      it(`accepts a service response with ${what}`, async () => {
        const pending = fetch(request(estimation([500], { location: what })));
        const { response } = await service.nextCall();
        response.end(prepare(response) + JSON.stringify([financed('item-0', { apr: 7 })]));
        const result = await pending;
        assert.deepEqual(
          [result.status, await result.json()],
          [200, [financed('item-0', { apr: 7 })]],
        );
      });
    }

    it('rejects a streamed body that is too large, repeatedly, and keeps serving', async () => {
      for (let time = 0; time < 5; time += 1) {
        assert.equal(await sendTooMuch(request(prequalLink({}))), 413);
      }
      const estimated = fetch(request(estimation([570])));
      respondToEstimation(await service.nextCall());
      assert.equal((await estimated).status, 200);
    });

    it('makes one call for a link if its kept-alive connection ends before the response', async () => {
      const estimated = fetch(request(estimation([550])));
      respondToEstimation(await service.nextCall());
      await (await estimated).json();
      const pending = fetch(request(prequalLink({})));
      const { response } = await service.nextCall();
      response.destroy();
      assert.equal((await pending).status, 504);
      assert.equal(service.untaken, 0);
    });

    if (tellsOfLeaving) {
      it('aborts an estimate request whose caller has left', async () => {
        const left = runtime.sendAndLeave(request(estimation([600])));
        const { closed } = await service.nextCall();
        await service.dismiss();
        await left;
        // Earlier than the proxy's own timeout of 30 s (app.js).
        const atLast = await Promise.race([closed, sleep(15_000, 'still open', { ref: false })]);
        assert.equal(atLast, false, 'it was closed before its response');
      });
    }

    it('continues an estimate request that another page waits for', async () => {
      const left = runtime.sendAndLeave(request(estimation([700])));
      const shared = await service.nextCall();
      const staying = fetch(request(estimation([700, 701])), {
        signal: AbortSignal.timeout(20_000),
      });
      const own = await service.nextCall(); // so both requests have been sent
      await service.dismiss();
      await left;
      for (const call of [shared, own]) respondToEstimation(call);
      const response = await staying;
      assert.deepEqual([response.status, ((await response.json()) as unknown[]).length], [200, 2]);
    });

    it('responds to a page that arrives while four calls are in flight', async () => {
      const pending: Promise<Response>[] = [];
      const send = (amount: number) => {
        const signal = AbortSignal.timeout(20_000);
        pending.push(fetch(request(estimation([amount])), { signal }));
      };
      const calls: ServiceCall[] = [];
      for (const amount of [800, 801, 802, 803]) {
        send(amount);
        calls.push(await service.nextCall());
      }
      send(804);
      calls.push(await service.nextCall());
      calls.forEach(respondToEstimation);
      const statuses = (await Promise.all(pending)).map(({ status }) => status);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
    });

    it('keeps the link of a page that has left for the next request with its key', async () => {
      const send = () => {
        const link = request(payOverTimeLink({}));
        link.headers.set('idempotency-key', 'the-key-of-order-1');
        return link;
      };
      const left = runtime.sendAndLeave(send());
      const { response, closed } = await service.nextCall();
      await service.dismiss();
      await left;
      const { response: sample } = samples.createPayOverTimeLink;
      response.end(JSON.stringify(sample));
      assert.equal(await closed, true, 'the response was sent');
      assert.deepEqual(await replay(send), sample);
    });
  });
}

function respondToEstimation({ body, response }: ServiceCall): void {
  response.end(JSON.stringify((body as { id: string }[]).map(({ id }) => financed(id))));
}

/** Repeats a request until the first one with the key is over, and returns the response. */
function replay(send: () => Request): Promise<unknown> {
  const what = 'the end of the first request';
  return eventually(
    async () => {
      const response = await fetch(send());
      const body: unknown = await response.json();
      return response.status !== 409 && body;
    },
    { what },
  );
}

/** Sends 100 kB in chunks at once, and returns the status. */
function sendTooMuch({ url, method, headers }: Request): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(headers) };
    const sent = http.request(url, options, (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    for (let chunk = 0; chunk < 13; chunk += 1) sent.write(' '.repeat(8_000));
    sent.end();
  });
}

withInstalled('bun', () => {
  describe('financing-elements serve on Bun', { timeout: 120_000 }, () => {
    it('calls the service, and stops gracefully on a signal', async (t) => {
      const json = JSON.stringify(samples.estimatePayments.response);
      const baseUrl = await startHttp(t, (request, response) => {
        request.resume();
        response.setHeader('content-type', 'application/json').end(json);
      });
      const command = startCommand(t, ['serve', '--port', '0'], {
        program: programOf('bun'),
        env: { FINANCING_BASE_URL: baseUrl, FINANCING_SVC_KEY: 'key' },
      });
      const { status } = await putEstimate(await command.listening());
      command.child.kill('SIGINT');
      const { code, stderr } = await command.closed;
      assert.deepEqual([status, code], [200, 0], stderr);
    });
  });
});
