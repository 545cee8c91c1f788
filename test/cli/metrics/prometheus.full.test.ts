import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { withProgram } from '../../runner/programs.js';
import { samples } from '../../support/samples.js';
import { closedPort, quietPort } from '../../support/servers.js';
import { eventually } from '../../support/until.js';
import { putEstimate, startCommand, writeTemporaryFile, type Environment } from '../command.js';

/** The rules that ship. */
const alertRules = join(import.meta.dirname, '../../../ops/alerts.yml');

/** The part of the dashboard that asks Prometheus. */
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const { panels } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../ops/dashboard.json'), 'utf8'),
) as Dashboard;

/** Runs promtool, and returns its exit code and output. */
function promtool(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** One value of a query, with its labels. */
interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Starts a Prometheus for one test, which scrapes the addresses of some jobs each second. */
async function startPrometheus(
  t: TestContext,
  jobs: Readonly<Record<string, readonly string[]>>,
  rules = alertRules,
) {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const config = join(folder, 'prometheus.yml');
  const every = { scrape_interval: '1s', evaluation_interval: '1s' };
  // JSON is YAML, too.
  writeFileSync(
    config,
    JSON.stringify({
      global: every,
      rule_files: [rules],
      scrape_configs: Object.entries(jobs).map(([job, targets]) => {
        return { job_name: job, static_configs: [{ targets }] };
      }),
    }),
  );
  const origin = `http://127.0.0.1:${await quietPort()}`;
  const server = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${new URL(origin).host}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  t.after(async () => {
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const get = async (path: string) => (await fetch(`${origin}/api/v1/${path}`)).json();
  await eventually(() =>
    fetch(`${origin}/-/ready`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  return {
    async query(expression: string): Promise<readonly Sample[]> {
      const answer = (await get(`query?query=${encodeURIComponent(expression)}`)) as {
        data?: { result: Sample[] };
        error?: string;
      };
      assert.equal(answer.error, undefined, expression);
      return answer.data?.result ?? [];
    },
    /** The rules that it has loaded, by name, each with whether it could be evaluated. */
    async rules(): Promise<ReadonlyMap<string, string>> {
      const { data } = (await get('rules')) as {
        data: { groups: { rules: { name: string; health: string }[] }[] };
      };
      const all = data.groups.flatMap(({ rules }) => rules);
      return new Map(all.map(({ name, health }) => [name, health]));
    },
  };
}

withProgram('prometheus', 'a real Prometheus', () => {
  describe('the alert rules', () => {
    it('fire when they should, and not before', () => {
      const { status, output } = promtool([
        'test',
        'rules',
        join(import.meta.dirname, 'alerts.yml'),
      ]);
      assert.equal(status, 0, output);
    });

    it('have a test each', () => {
      const names = [...readFileSync(alertRules, 'utf8').matchAll(/alert: (\w+)/g)].map(
        ([, n]) => n,
      );
      const tests = readFileSync(join(import.meta.dirname, 'alerts.yml'), 'utf8');
      assert.ok(names.length >= 7);
      for (const name of names) assert.match(tests, new RegExp(`alertname: ${name}\n +exp_alerts`));
    });
  });

  describe('a Prometheus that scrapes two replicas', { timeout: 120_000 }, () => {
    it('adds up what both have answered, and evaluates the rules', async (t) => {
      const replicas = await Promise.all(
        [1, 2].map(async () => {
          const args = ['serve', '--sandbox', '--port', '0', '--metrics-port', '0'];
          const command = startCommand(t, args);
          const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
          return { url: await command.listening(), metrics };
        }),
      );
      const hosts = replicas.map(({ metrics }) => new URL(metrics).host);
      const prometheus = await startPrometheus(t, { financing: hosts });
      for (const { url } of [...replicas, replicas[0]!]) {
        assert.equal((await putEstimate(url)).status, 200);
      }
      const value = async (expression: string) =>
        Number((await prometheus.query(expression))[0]?.value[1]);
      await eventually(async () => (await value('sum(financing_requests_total)')) === 3);
      assert.equal(await value('sum(up)'), 2);
      assert.equal(await value('sum(financing_service_calls_total{outcome="success"})'), 2);
      assert.equal(await value('sum(financing_estimates_total{source="memory"})'), 1);
      const byReplica = await prometheus.query('sum by (instance) (financing_requests_total)');
      assert.deepEqual(
        byReplica.map(({ metric, value: [, count] }) => [metric['instance'], count]).sort(),
        [
          [hosts[0], '2'],
          [hosts[1], '1'],
        ].sort(),
      );
      const rules = await eventually(async () => {
        const found = await prometheus.rules();
        return ![...found.values()].includes('unknown') && found;
      });
      assert.ok(rules.has('FinancingServiceFailing'));
      assert.deepEqual(new Set(rules.values()), new Set(['ok']));
      assert.deepEqual(await prometheus.query('ALERTS{alertstate="firing"}'), []);
    });

    it('answers each query of the dashboard, from metrics that exist', async (t) => {
      const args = ['serve', '--sandbox', '--port', '0', '--metrics-port', '0'];
      const env = { FINANCING_WEBHOOK_SECRET: 'secret-of-the-events' };
      const command = startCommand(t, args, { env });
      const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
      const prometheus = await startPrometheus(t, { financing: [new URL(metrics).host] });
      const url = await command.listening();
      await eventually(async () => (await prometheus.query('up')).length === 1);
      assert.equal((await putEstimate(url)).status, 200);
      const page = await (await fetch(metrics)).text();
      const known = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);

      const expressions = panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }) => ({ title, expr })),
      );
      assert.ok(expressions.length >= 20);
      for (const { title, expr } of expressions) {
        const names = expr.match(/\bfinancing_\w+/g) ?? [];
        const missing = names.filter(
          (name) => !known.includes(name.replace(/_(?:bucket|sum)$/, '')),
        );
        assert.deepEqual(missing, [], title);
      }
      const ask = async ({ expr }: (typeof expressions)[number]) =>
        prometheus.query(expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'));
      await eventually(async () => (await prometheus.query('financing_requests_total')).length > 0);
      // A rate counts from the first value that was scraped.
      assert.equal((await putEstimate(url)).status, 200);
      await eventually(async () => Number((await ask(expressions[1]!))[0]?.value[1]) > 0);
      // Begun with 0, or shown from the first one on.
      const refused = await fetch(url + samples.createPrequalLink.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([
          { location: 'main-street', customerPhoneNumber: '4155552671', sendSMS: true },
        ]),
      });
      assert.equal(((await refused.json()) as { code: string }).code, 'sms-not-allowed');
      assert.equal((await fetch(`${url}/webhooks`, { method: 'POST', body: '{}' })).status, 401);
      for (const title of ['Problems by code', 'Texts by outcome', 'Events by kind']) {
        const panel = expressions.find((each) => each.title === title)!;
        await eventually(async () => (await ask(panel)).length > 0);
      }
      const empty = [];
      for (const each of expressions) if ((await ask(each)).length === 0) empty.push(each.title);
      // What has not happened yet is not shown; garbage may have been collected or not.
      assert.deepEqual(
        empty.filter((title) => title !== 'Time in garbage collection'),
        ['Calls that were not made', 'Circuits that changed'],
      );
    });

    it('finds nothing to mend in the names of the metrics', async (t) => {
      const command = startCommand(t, ['serve', '--sandbox', '--port', '0', '--metrics-port', '0']);
      const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
      await putEstimate(await command.listening());
      const { output } = promtool(['check', 'metrics'], await (await fetch(metrics)).text());
      // Those of the process are named by prom-client.
      const ours = output.split('\n').filter((line) => !/^financing_(nodejs|process)_/.test(line));
      assert.deepEqual(ours.filter(Boolean), []);
    });
  });

  describe('an alert, with its times in seconds,', { timeout: 240_000 }, () => {
    /** What a fault gets: a way to start a replica of its job on a port that Prometheus asks. */
    interface Fault {
      start(env?: Environment, preload?: string): Promise<{ url: string; command: Command }>;
      t: TestContext;
    }
    type Command = ReturnType<typeof startCommand>;
    const many = async (count: number, call: () => Promise<unknown>) => {
      for (let done = 0; done < count; done += 1) await call();
    };
    const link = (url: string) =>
      fetch(`${url}${samples.createPrequalLink.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(samples.createPrequalLink.body),
      });
    const away = async () => ({
      FINANCING_BASE_URL: await closedPort(),
      FINANCING_SVC_KEY: 'key-of-the-service',
    });

    /** By the alert: what goes wrong, until Prometheus has seen enough of it. */
    const faults: Readonly<Record<string, (fault: Fault) => Promise<unknown>>> = {
      async FinancingShoppersFailing({ start }) {
        const { url } = await start({ ...(await away()), FINANCING_RATE_LIMIT: '1000000' });
        return () => many(5, () => putEstimate(url));
      },
      async FinancingPagesRefused({ start }) {
        const { url } = await start({
          FINANCING_LOCATIONS: 'main-street,smile-dental',
          FINANCING_RATE_LIMIT: '1000000',
        });
        const elsewhere = `${url}${samples.estimatePayments.path}?location=elsewhere`;
        const headers = { 'content-type': 'application/json' };
        const body = '[{"id":"a","totalAmount":1200}]';
        return () => many(20, () => fetch(elsewhere, { method: 'PUT', headers, body }));
      },
      async FinancingShoppersLimited({ start }) {
        const { url } = await start({ FINANCING_RATE_LIMIT: '5' });
        return () => many(30, () => putEstimate(url));
      },
      async FinancingUnexpectedErrors({ start }) {
        const preload = 'crypto.subtle.sign = () => Promise.reject(new TypeError("broken"))';
        const { url } = await start({}, preload);
        return async (isSeen: boolean) => isSeen && link(url);
      },
      async FinancingReplicaAway({ start }) {
        const { command } = await start();
        return async (isSeen: boolean) => isSeen && command.child.kill('SIGKILL');
      },
      async FinancingRestarting({ start }) {
        let { command } = await start();
        return async (isSeen: boolean) => {
          if (!isSeen) return;
          command.child.kill('SIGKILL');
          await command.closed;
          ({ command } = await start());
        };
      },
      async FinancingMemory({ start }) {
        await start({}, 'globalThis.leak = Buffer.alloc(500e6, 1)');
        return () => Promise.resolve();
      },
      async FinancingSettingsRefused({ start, t }) {
        const file = writeTemporaryFile(t, 'main-street\n', 'stores.txt');
        const env = { ...(await away()), FINANCING_LOCATIONS_FILE: file };
        const { command } = await start(env);
        writeFileSync(file, '');
        return async () => command.child.kill('SIGHUP');
      },
    };

    for (const [alert, begin] of Object.entries(faults)) {
      it(`${alert} fires by its fault`, async (t) => {
        const metricsPort = await quietPort();
        const rules = readFileSync(alertRules, 'utf8')
          .replace(/\[1h\]/g, '[60s]')
          .replace(/\[\d+[md]\]/g, '[30s]')
          .replace(/for: \w+/g, 'for: 1s');
        const prometheus = await startPrometheus(
          t,
          { [alert]: [`127.0.0.1:${metricsPort}`] },
          writeTemporaryFile(t, rules, 'alerts.yml'),
        );
        const goOn = (await begin({
          t,
          async start(env = {}, preload) {
            const sandbox = env['FINANCING_BASE_URL'] ? [] : ['--sandbox'];
            const args = ['serve', ...sandbox, '--port', '0', '--metrics-port', `${metricsPort}`];
            const command = startCommand(t, args, { env, ...(preload && { preload }) });
            return { url: await command.listening(), command };
          },
        })) as (isSeen: boolean) => Promise<unknown>;
        const query = (expression: string) => prometheus.query(expression);
        const fired = `ALERTS{alertname="${alert}",job="${alert}",alertstate="firing"}`;
        await eventually(
          async () => {
            const [up] = await query('financing_build_info and on (instance) up == 1');
            await goOn(up !== undefined);
            return (await query(fired)).length === 1;
          },
          { what: alert, ms: 60_000 },
        );
      });
    }
  });
});
