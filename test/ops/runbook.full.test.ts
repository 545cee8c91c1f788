/** Runs the first command for each alert in the runbook, on a `serve` whose service and Redis are down. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { parse } from 'yaml';
import { signWebhook } from '../../src/contract/index.js';
import { built } from '../runner/fresh-build.js';
import { putEstimate, startCommand } from '../cli/command.js';
import { writeTemporaryFile } from '../support/files.js';
import { closedPort } from '../support/servers.js';
import { eventually } from '../support/until.js';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const { groups } = parse(read('ops/alerts.yml')) as {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

/** Returns the command after "First." in the section of an alert. */
function firstCommand(alert: string): string {
  const [, section = ''] = read('docs/runbook.md').split(`### ${alert}\n`);
  const [own = ''] = section.split('\n### ');
  return /\*\*First\.\*\*\n\n```sh\n(.*?)```/s.exec(own)?.[1] ?? assert.fail(`none for ${alert}`);
}

/** A container has no curl. */
const print = 'fetch(process.argv[1]).then((response) => response.text()).then(console.log)';

/** The output that an operator then sees. */
const prints: Readonly<Record<string, readonly RegExp[]>> = {
  FinancingAway: [/_process_start_time_seconds \d/],
  FinancingCredentialsRefused: [/^wrong .*Nothing listens/m],
  FinancingServiceFailing: [/service-unreachable"\} \d/, /"service-failure".*"ECONNREFUSED"/],
  FinancingServiceSlow: [/_in_flight 0$/m, /_lag_p99_seconds \d/],
  FinancingCircuitOpen: [/_open\{operation="estimatePayments"\} 1$/m, /"ECONNREFUSED"/],
  FinancingStoreAway: [/^wrong +Redis: .*Nothing listens/m],
  FinancingTextsAtLimit: [/reason="sms-limit"\} 0$/m],
  FinancingNoWebhooks: [/outcome="refused"\} 1$/m, /"webhook-unverified"/],
  FinancingWebhooksFailing: [/outcome="failed"\} 1$/m],
  FinancingShoppersFailing: [/status="502"/, /"level":"error"/],
  FinancingPagesRefused: [/code="origin-not-allowed"\} 1$/m, /"refused".*"origin-not-allowed"/],
  FinancingShoppersLimited: [],
  FinancingUnexpectedErrors: [],
  FinancingReplicaAway: [/"event"/, /_build_info\{version="/],
  FinancingRestarting: [/"started"/],
  FinancingMemory: [/_resident_memory_bytes \d/],
  FinancingSettingsRefused: [/^wrong +Redis: /m],
};

it('The first command for each alert works and shows the cause', async (t) => {
  const redis = new URL(await closedPort());
  const env = {
    FINANCING_BASE_URL: await closedPort(),
    FINANCING_SVC_KEY: 'key-of-the-service',
    FINANCING_REDIS_URL: `redis://${redis.host}`,
    FINANCING_WEBHOOK_SECRET: 'secret-of-the-events',
    FINANCING_METRICS_PORT: '0',
  };
  const command = startCommand(t, ['serve', '--port', '0'], { env });
  let log = '';
  command.child.stderr.on('data', (text: string) => (log += text));
  const url = await command.listening();
  const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
  // Eight failures in a row open the circuit.
  for (let count = 0; count < 9; count += 1) await putEstimate(url);
  const stranger = { origin: 'https://stranger.example' };
  assert.equal((await putEstimate(url, stranger)).status, 403);
  assert.equal((await fetch(`${url}/webhooks`, { method: 'POST', body: '{}' })).status, 401);
  const event = '{"eventType":"PREQUAL_COMPLETED","payload":{"referral":"order-1"}}';
  const headers = { 'svc-signature': await signWebhook(event, env.FINANCING_WEBHOOK_SECRET) };
  const handled = await fetch(`${url}/webhooks`, { method: 'POST', body: event, headers });
  assert.equal(handled.status, 503);
  await eventually(async () => log.includes('webhook-unverified'));

  const file = writeTemporaryFile(t, log, 'serve.log');
  const functions = `
    fe_check() { '${process.execPath}' '${built('cli/main.js')}' check; }
    fe_log() { cat '${file}'; }
    fe_metrics() { '${process.execPath}' -e '${print}' '${metrics}'; }
  `;
  assert.deepEqual(Object.keys(prints), alerts);
  for (const [alert, patterns] of Object.entries(prints)) {
    const script = functions + firstCommand(alert);
    const shell = spawnSync('sh', ['-c', script], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });
    for (const pattern of patterns) assert.match(shell.stdout, pattern, alert + shell.stderr);
  }
});
