/**
 * The conformance suite against the built package on each runtime, over HTTP, and what may differ there: odd answers
 * of the service, and clients that go away. docs/serverless.md says what an integrator has to know of it.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
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
  type HttpService,
  onBun,
  onNode,
  onWorkerd,
  programOf,
  type Runtime,
  type ServiceCall,
  type StartRuntime,
  startService,
  withInstalled,
} from './start-runtime.js';

describeRuntime(`Node ${process.versions.node}`, onNode(process.execPath));
withInstalled('node24', () => describeRuntime('Node 24', onNode(programOf('node'))));
withInstalled('bun', () => describeRuntime('Bun', onBun));
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
      it(`takes an answer of the service with ${what}`, async () => {
        const answered = fetch(request(estimation([500], { location: what })));
        const { response } = await service.nextCall();
        response.end(prepare(response) + JSON.stringify([financed('item-0', { apr: 7 })]));
        const answer = await answered;
        assert.deepEqual(
          [answer.status, await answer.json()],
          [200, [financed('item-0', { apr: 7 })]],
        );
      });
    }

    it('refuses a streamed body that is too large, again and again, and goes on', async () => {
      for (let time = 0; time < 5; time += 1) {
        assert.equal(await sendTooMuch(request(prequalLink({}))), 413);
      }
      const estimated = fetch(request(estimation([570])));
      answerEstimation(await service.nextCall());
      assert.equal((await estimated).status, 200);
    });

    it('makes one call for a link whose kept connection ends before the answer', async () => {
      const estimated = fetch(request(estimation([550])));
      answerEstimation(await service.nextCall());
      await (await estimated).json();
      const asked = fetch(request(prequalLink({})));
      const { response } = await service.nextCall();
      response.destroy();
      assert.equal((await asked).status, 504);
      assert.equal(service.untaken, 0);
    });

    if (tellsOfLeaving) {
      it('ends an estimation whose caller is gone', async () => {
        const left = runtime.sendAndLeave(request(estimation([600])));
        const { closed } = await service.nextCall();
        await service.dismiss();
        await left;
        // Before the proxy's own time limit of 30 s (app.js), which ends it as well.
        const atLast = await Promise.race([closed, pause(15_000, 'still open', { ref: false })]);
        assert.equal(atLast, false, 'it was closed before its answer');
      });
    }

    it('goes on with an estimation that another page waits for', async () => {
      const left = runtime.sendAndLeave(request(estimation([700])));
      const shared = await service.nextCall();
      const staying = fetch(request(estimation([700, 701])), {
        signal: AbortSignal.timeout(20_000),
      });
      const own = await service.nextCall(); // so it has asked for both
      await service.dismiss();
      await left;
      for (const call of [shared, own]) answerEstimation(call);
      const answer = await staying;
      assert.deepEqual([answer.status, ((await answer.json()) as unknown[]).length], [200, 2]);
    });

    it('answers a page that comes while four calls are in flight', async () => {
      const asked: Promise<Response>[] = [];
      const ask = (amount: number) => {
        const signal = AbortSignal.timeout(20_000);
        asked.push(fetch(request(estimation([amount])), { signal }));
      };
      const calls: ServiceCall[] = [];
      for (const amount of [800, 801, 802, 803]) {
        ask(amount);
        calls.push(await service.nextCall());
      }
      ask(804);
      calls.push(await service.nextCall());
      calls.forEach(answerEstimation);
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
    });

    it('keeps the link of a page that has left for the next request with its key', async () => {
      const ask = () => {
        const asked = request(payOverTimeLink({}));
        asked.headers.set('idempotency-key', 'the-key-of-order-1');
        return asked;
      };
      const left = runtime.sendAndLeave(ask());
      const { response, closed } = await service.nextCall();
      await service.dismiss();
      await left;
      const { response: answer } = samples.createPayOverTimeLink;
      response.end(JSON.stringify(answer));
      assert.equal(await closed, true, 'the answer went out');
      assert.deepEqual(await replay(ask), answer);
    });
  });
}

function answerEstimation({ body, response }: ServiceCall): void {
  response.end(JSON.stringify((body as { id: string }[]).map(({ id }) => financed(id))));
}

/** Asks until the first request with the key is over, and gives the answer. */
function replay(ask: () => Request): Promise<unknown> {
  const what = 'the end of the first request';
  return eventually(
    async () => {
      const response = await fetch(ask());
      const answer: unknown = await response.json();
      return response.status !== 409 && answer;
    },
    { what },
  );
}

/** Sends 100 kB in chunks, all at once. Resolves with the status of the answer. */
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
