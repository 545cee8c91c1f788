/** Tests that each shipped alert fires in a real Prometheus, from the metrics of a real `serve` with the fault. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { signWebhook } from '../../../src/contract/index.js';
import type { Fault } from '../../../src/sandbox/index.js';
import { withProgram } from '../../runner/requirements.js';
import { bodyWith, samples } from '../../support/samples.js';
import {
  alertRules,
  closedPort,
  postJson,
  quietPort,
  startPrometheus,
} from '../../support/servers.js';
import { eventually } from '../../support/until.js';
import { putEstimate, startCommand, type Environment } from '../command.js';
import { writeTemporaryFile } from '../../support/files.js';

const shipped = readFileSync(alertRules, 'utf8');

const alerts = [...shipped.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

/** Returns the rules with their times in seconds, for the metrics of one job. */
function shortRules(job: string): string {
  return shipped
    .replace('_start_time_seconds{}', `_start_time_seconds{job="${job}"}`)
    .replace(/\[1h\]/g, '[60s]')
    .replace(/\[\d+[md]\]/g, '[30s]')
    .replace(/for: \w+/g, 'for: 1s');
}

interface Stage {
  readonly t: TestContext;
  /** Starts a replica on the port that Prometheus scrapes. It uses its own sandbox unless `env` names a service. */
  start(env?: Environment, preload?: string): Promise<Replica>;
}

interface Replica {
  readonly url: string;
  readonly command: ReturnType<typeof startCommand>;
}

/** Continues the fault. Called again and again until the alert fires. `isUp` is true once Prometheus has scraped the replica. */
type GoOn = (isUp: boolean) => Promise<unknown>;

async function repeat(count: number, call: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await call(turn);
}

const prequal = samples.createPrequalLink;

const createLink = ({ url }: Replica) =>
  postJson(url + prequal.path, prequal.body, { 'idempotency-key': crypto.randomUUID() });

/** Makes the sandbox of a replica fail the next calls of an operation. */
async function arm({ url }: Replica, fault: Fault): Promise<void> {
  const { status } = await postJson(new URL('/sandbox/faults', url).href, {
    count: 1000,
    ...fault,
  });
  assert.equal(status, 200);
}

const unlimited = { FINANCING_RATE_LIMIT: '1000000' };

const serviceAway = async () => ({
  ...unlimited,
  FINANCING_BASE_URL: await closedPort(),
  FINANCING_SVC_KEY: 'key-of-the-service',
});

const webhookSecret = 'secret-of-the-events';

const faults: Readonly<Record<string, (stage: Stage) => Promise<GoOn>>> = {
  async FinancingAway({ start }) {
    const { command } = await start();
    return async (isUp) => isUp && command.child.kill('SIGKILL');
  },
  async FinancingCredentialsRefused({ start }) {
    const replica = await start(unlimited);
    await arm(replica, { operation: 'estimatePayments', status: 403 });
    return () => repeat(5, () => putEstimate(replica.url));
  },
  async FinancingServiceFailing({ start }) {
    const replica = await start(unlimited);
    await arm(replica, { operation: 'createPrequalLink', status: 500 });
    return () => repeat(5, () => createLink(replica));
  },
  async FinancingServiceSlow({ start }) {
    const replica = await start(unlimited);
    await arm(replica, { operation: 'createPrequalLink', status: 200, delayMs: 3_000 });
    return () => createLink(replica);
  },
  async FinancingCircuitOpen({ start }) {
    const { url } = await start(await serviceAway());
    return () => repeat(9, () => putEstimate(url));
  },
  async FinancingStoreAway({ start }) {
    const redis = new URL(await closedPort());
    const replica = await start({ ...unlimited, FINANCING_REDIS_URL: `redis://${redis.host}` });
    return () => repeat(5, () => createLink(replica));
  },
  async FinancingTextsAtLimit({ start }) {
    const { url } = await start({ ...unlimited, FINANCING_SMS: 'on' });
    const headers = { origin: new URL(url).origin };
    return () =>
      repeat(8, () => {
        const key = crypto.randomUUID();
        const text = { sendSMS: true, customerPhoneNumber: '4155552671', referral: key };
        const body = bodyWith('createPrequalLink', text);
        return postJson(url + prequal.path, body, { ...headers, 'idempotency-key': key });
      });
  },
  async FinancingNoWebhooks({ start }) {
    const replica = await start({ ...unlimited, FINANCING_WEBHOOK_SECRET: webhookSecret });
    return () => repeat(12, () => createLink(replica));
  },
  async FinancingWebhooksFailing({ start }) {
    const { url } = await start({
      ...unlimited,
      FINANCING_WEBHOOK_SECRET: webhookSecret,
      FINANCING_WEBHOOK_FORWARD: await closedPort(),
    });
    return () =>
      repeat(4, async () => {
        const payload = { referral: crypto.randomUUID() };
        const event = JSON.stringify({ eventType: 'PREQUAL_COMPLETED', payload });
        const signature = await signWebhook(event, webhookSecret);
        return postJson(`${url}/webhooks`, event, { 'svc-signature': signature });
      });
  },
  async FinancingShoppersFailing({ start }) {
    const { url } = await start(await serviceAway());
    return () => repeat(5, () => putEstimate(url));
  },
  async FinancingPagesRefused({ start }) {
    const { url } = await start({ ...unlimited, FINANCING_LOCATIONS: 'main-street,smile-dental' });
    const elsewhere = `${url}${samples.estimatePayments.path}?location=elsewhere`;
    return () => repeat(20, () => postJson(elsewhere, [{ id: 'a', totalAmount: 1200 }]));
  },
  async FinancingShoppersLimited({ start }) {
    const { url } = await start({ FINANCING_RATE_LIMIT: '5' });
    return () => repeat(30, () => putEstimate(url));
  },
  async FinancingUnexpectedErrors({ start }) {
    const preload = 'crypto.subtle.sign = () => Promise.reject(new TypeError("broken"))';
    const replica = await start({}, preload);
    return async (isUp) => isUp && createLink(replica);
  },
  async FinancingReplicaAway({ start }) {
    const { command } = await start();
    return async (isUp) => isUp && command.child.kill('SIGKILL');
  },
  async FinancingRestarting({ start }) {
    let { command } = await start();
    return async (isUp) => {
      if (!isUp) return;
      command.child.kill('SIGKILL');
      await command.closed;
      ({ command } = await start());
    };
  },
  async FinancingMemory({ start }) {
    const preload = 'process.on("SIGUSR2", () => { globalThis.leak ||= Buffer.alloc(500e6, 1) })';
    const { command } = await start({}, preload);
    return async () => command.child.kill('SIGUSR2');
  },
  async FinancingSettingsRefused({ start, t }) {
    const file = writeTemporaryFile(t, 'main-street\n', 'stores.txt');
    const { command } = await start({ ...(await serviceAway()), FINANCING_LOCATIONS_FILE: file });
    writeFileSync(file, '');
    return async () => command.child.kill('SIGHUP');
  },
};

withProgram('prometheus', 'alerts in a real Prometheus', () => {
  describe('An alert, with its times in seconds,', { timeout: 600_000 }, () => {
    for (const alert of alerts) {
      it(`fires by its fault, and not before: ${alert}`, async (t) => {
        const begin = faults[alert] ?? assert.fail(`add a fault that makes ${alert} fire`);
        const metricsPort = await quietPort();
        const prometheus = await startPrometheus(
          t,
          { [alert]: [`127.0.0.1:${metricsPort}`] },
          writeTemporaryFile(t, shortRules(alert), 'alerts.yml'),
        );
        const goOn = await begin({
          t,
          async start(env = {}, preload) {
            const sandbox = env['FINANCING_BASE_URL'] ? [] : ['--sandbox'];
            const args = ['serve', ...sandbox, '--port', '0', '--metrics-port', `${metricsPort}`];
            const command = startCommand(t, args, { env, ...(preload && { preload }) });
            return { url: await command.listening(), command };
          },
        });
        const has = async (expression: string) => (await prometheus.query(expression)).length > 0;
        const isUp = () => has('financing_build_info and on (instance) up == 1');
        const isFiring = () =>
          has(`ALERTS{alertname="${alert}",job="${alert}",alertstate="firing"}`);
        // FinancingAway fires until the first scrape.
        await eventually(async () => (await isUp()) && !(await isFiring()), { what: 'a scrape' });
        await eventually(
          async () => {
            await goOn(await isUp());
            return isFiring();
          },
          { what: alert, ms: 60_000 },
        );
      });
    }
  });
});
