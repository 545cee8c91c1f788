/**
 * Replicas of two versions on one store, as in a rolling update: the current source, and a commit from the history of the
 * repository. Neither version may send again what the other one sent.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as currentModule from '../../src/proxy/index.js';
import { notRun } from '../runner/not-run.js';
import { credentials, samples, serviceUrl } from '../support/samples.js';
import { createServiceStub, respondPerContract, type Respond } from '../support/service-stub.js';
import {
  adminToken,
  askStatus,
  assertProblem,
  purchased,
  read,
  secret,
  toDelivery,
  tokenHeader,
  toRequest,
  type RequestChanges,
} from '../support/test-proxy.js';

/** A commit that already writes the current format of stored values. No earlier format was released. */
const earlierCommit = '68175a31';

const hasHistory =
  spawnSync('git', ['cat-file', '-e', `${earlierCommit}^{commit}`], { stdio: 'ignore' }).status ===
  0;

type ProxyModule = Pick<typeof currentModule, 'createFinancingProxy'>;

/** Imports the earlier version from a folder below node_modules, so that it finds its packages. */
async function importEarlierVersion(): Promise<ProxyModule> {
  mkdirSync('node_modules/.cache', { recursive: true });
  const folder = mkdtempSync('node_modules/.cache/earlier-version-');
  after(() => rmSync(folder, { recursive: true }));
  const archive = join(folder, 'source.tar');
  execFileSync('git', ['archive', '-o', archive, earlierCommit, 'src', 'package.json']);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  return (await import(pathToFileURL(join(folder, 'src/proxy/index.ts')).href)) as ProxyModule;
}

const phoneNumber = '+14155552671';
/** A link without a text message. Without `sendSMS: false`, the contract sends one. */
const plain = { ...(samples.createPayOverTimeLink.body as object), sendSMS: false };
const text = { ...plain, sendSMS: true, phoneNumber };
const bodies = {
  createPayOverTimeLink: plain,
  createPrequalLink: [{ ...(samples.createPrequalLink.body as object[])[0], sendSMS: false }],
  addMerchantLocation: { ...(samples.addMerchantLocation.body as object), sendSMS: false },
};
type Creating = keyof typeof bodies;
const keyOf = (index: number) => `key-of-click-${String(index).padStart(4, '0')}`;
/** Returns the headers of a page that requests a text message. */
const click = (index: number) => ({
  'idempotency-key': keyOf(index),
  'sec-fetch-site': 'same-origin',
});

function describeTwoVersions(earlierModule: ProxyModule) {
  /** Creates a replica of each version, with one store and one service. */
  function createReplicas(
    options: Partial<currentModule.FinancingProxyOptions> = {},
    respond?: Respond,
  ) {
    const service = createServiceStub(respond);
    const store = currentModule.createMemoryStore();
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    const replicaOf = ({ createFinancingProxy }: ProxyModule) => {
      const { fetch } = createFinancingProxy({
        ...{ baseUrl: serviceUrl, ...credentials, adminToken, store, fetch: service.fetch },
        storeSecret: 'secret-of-the-store',
        logger: silent,
        trustPageAmount: true,
        sms: true,
        clientAddress: () => '203.0.113.9',
        webhooks: { secrets: [secret] },
        ...options,
      });
      return {
        fetch,
        send: async (operation: Creating, send?: RequestChanges) =>
          read(await fetch(toRequest(operation, { body: bodies[operation], ...send }))),
        deliver: async (event: object) => read(await fetch(await toDelivery(event))),
      };
    };
    return { current: replicaOf(currentModule), earlier: replicaOf(earlierModule), service };
  }

  it('make one call for 40 concurrent requests with one key, and replay the response', async () => {
    let response: (response: Response) => void = () => undefined;
    const held = new Promise<Response>((resolve) => (response = resolve));
    const { current, earlier, service } = createReplicas({}, () => held);
    const send = { body: text, headers: click(1) };
    const asked = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? current : earlier).send('createPayOverTimeLink', send),
    );
    await Promise.any(asked);
    response(Response.json(samples.createPayOverTimeLink.response));
    const responses = await Promise.all(asked);
    assert.equal(service.texts(), 1);
    const created = responses.filter(({ status }) => status === 200);
    assert.equal(created.length, 1, 'created links');
    for (const refused of responses.filter(({ status }) => status !== 200)) {
      assertProblem(refused, 409, 'in-progress');
    }
    for (const replica of [current, earlier]) {
      const replayed = await replica.send('createPayOverTimeLink', send);
      assert.deepEqual([replayed.status, replayed.text], [200, created[0]!.text]);
    }
    assert.equal(service.calls.length, 1);
  });

  const directions = [
    { first: 'earlier', then: 'current' },
    { first: 'current', then: 'earlier' },
  ] as const;

  for (const { first, then } of directions) {
    describe(`The ${then} version, after the ${first} one,`, () => {
      const refuse: Respond = () =>
        Response.json({ message: 'Email address is not valid' }, { status: 422 });
      const busy: Respond = () =>
        new Response(null, { status: 503, headers: { 'retry-after': '7' } });
      // In another order than the schema, with fields that the contract doesn't have.
      const unusual: Respond = () =>
        Response.json({
          more: { b: 1 },
          url: 'https://apply.example/1',
          longToken: 'l',
          shortToken: 's',
        });
      const fail: Respond = () => new Response(null, { status: 500 });
      const replays: readonly [string, Creating, Respond, number][] = [
        ['a pay-over-time link', 'createPayOverTimeLink', respondPerContract, 200],
        ['an unusual pay-over-time link', 'createPayOverTimeLink', unusual, 200],
        ['a pre-qualification link', 'createPrequalLink', respondPerContract, 200],
        ['a location', 'addMerchantLocation', respondPerContract, 200],
        ['a rejection by the service', 'createPayOverTimeLink', refuse, 422],
        ['a busy service', 'createPrequalLink', busy, 503],
        ['a failure of the service', 'addMerchantLocation', fail, 502],
      ];
      for (const [what, operation, respond, status] of replays) {
        it(`replays the response with ${what}, byte for byte`, async () => {
          const { [first]: one, [then]: other, service } = createReplicas({}, respond);
          const send = { headers: { 'idempotency-key': keyOf(1), 'x-request-id': 'request-0001' } };
          const response = await one.send(operation, send);
          const replayed = await other.send(operation, send);
          assert.equal(response.status, status, response.text);
          assert.deepEqual([replayed.status, replayed.text], [response.status, response.text]);
          for (const header of [tokenHeader, 'retry-after']) {
            assert.equal(replayed.headers.get(header), response.headers.get(header), header);
          }
          assert.equal(service.calls.length, 1);
        });
      }

      it('rejects a second text message about the same purchase', async () => {
        const { [first]: one, [then]: other, service } = createReplicas();
        const response = await one.send('createPayOverTimeLink', { body: text, headers: click(1) });
        assert.equal(response.status, 200, response.text);
        const again = await other.send('createPayOverTimeLink', { body: text, headers: click(2) });
        assertProblem(again, 409, 'duplicate-send');
        assert.equal(service.texts(), 1);
      });

      it('rejects a key with another body', async () => {
        const { [first]: one, [then]: other, service } = createReplicas();
        await one.send('createPayOverTimeLink', { headers: click(1) });
        const body = { ...plain, amount: 1 };
        const response = await other.send('createPayOverTimeLink', { body, headers: click(1) });
        assertProblem(response, 422, 'idempotency-key-reused');
        assert.equal(service.calls.length, 1);
      });

      const limits = [
        { option: 'textsPerPhone', number: () => phoneNumber },
        { option: 'textsPerPrefix', number: (index: number) => `+1415555267${index}` },
        { option: 'textsInAll', number: (index: number) => `+141555${index}2671` },
      ] as const;
      for (const { option, number } of limits) {
        it(`knows the text messages that count for ${option}`, async () => {
          const { [first]: one, [then]: other, service } = createReplicas({ [option]: 2 });
          const send = (replica: typeof one, index: number) =>
            replica.send('createPayOverTimeLink', {
              body: { ...text, transactionId: `order-${index}`, phoneNumber: number(index) },
              headers: click(index),
            });
          assert.equal((await send(one, 1)).status, 200);
          assert.equal((await send(one, 2)).status, 200);
          assertProblem(await send(other, 3), 429, 'sms-limit');
          assert.equal(service.texts(), 2);
        });
      }

      it('knows the creating requests of an address', async () => {
        const { [first]: one, [then]: other } = createReplicas({ rateLimit: 2 });
        await one.send('createPayOverTimeLink');
        await one.send('createPrequalLink');
        assertProblem(await other.send('createPayOverTimeLink'), 429, 'rate-limited');
      });

      for (const receiver of [first, then]) {
        it(`knows the status of a link if the ${receiver} version got the event`, async () => {
          const replicas = createReplicas();
          const { [first]: one, [then]: other } = replicas;
          const token = (await one.send('createPayOverTimeLink')).headers.get(tokenHeader);
          assert.deepEqual((await askStatus(other, token)).body, { status: 'pending' });
          assert.equal((await replicas[receiver].deliver(purchased)).status, 200);
          assert.deepEqual((await askStatus(other, token)).body, { status: 'completed' });
          assert.deepEqual((await askStatus(one, token)).body, { status: 'completed' });
        });
      }

      it('knows an outcome that came before its link', async () => {
        const { [first]: one, [then]: other } = createReplicas();
        await one.deliver(purchased);
        const token = (await other.send('createPayOverTimeLink')).headers.get(tokenHeader);
        assert.deepEqual((await askStatus(other, token)).body, { status: 'completed' });
      });

      it('knows which link of a reference has the status', async () => {
        const { [first]: one, [then]: other } = createReplicas();
        assert.ok((await one.send('createPayOverTimeLink')).headers.get(tokenHeader));
        const later = await other.send('createPayOverTimeLink');
        assert.deepEqual([later.status, later.headers.get(tokenHeader)], [200, null]);
      });

      // The earlier version also distinguished such events by the time of their signature.
      it('knows a handled event that the integrator verified', async () => {
        const events: unknown[] = [];
        const onEvent = (event: unknown) => void events.push(event);
        const { [first]: one, [then]: other } = createReplicas({
          webhooks: { verify: () => true, onEvent },
        });
        assert.equal((await one.deliver(purchased)).status, 200);
        assert.equal((await other.deliver(purchased)).status, 200);
        assert.deepEqual(events, [purchased]);
      });
    });
  }
}

if (hasHistory) {
  const earlierModule = await importEarlierVersion();
  describe('Replicas of two versions on one store', () => describeTwoVersions(earlierModule));
} else {
  notRun('two versions on one store', 'this checkout has no history (git fetch --unshallow)');
}
