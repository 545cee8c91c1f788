import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withProgram } from '../../runner/requirements.js';
import { postJson, startPrometheus, quietPort } from '../../support/servers.js';
import { samples } from '../../support/samples.js';
import { eventually } from '../../support/until.js';
import { putEstimate, startCommand } from '../command.js';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const { panels } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../ops/dashboard.json'), 'utf8'),
) as Dashboard;

function promtool(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

withProgram('prometheus', 'a real Prometheus', () => {
  describe('a Prometheus that scrapes two replicas', { timeout: 120_000 }, () => {
    it('returns a result for each query of the dashboard', async (t) => {
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
      // `rate()` needs a first scraped value, so send this request after the first scrape.
      assert.equal((await putEstimate(url)).status, 200);
      await eventually(async () => Number((await ask(expressions[1]!))[0]?.value[1]) > 0);
      // Each of these series either starts at 0 or appears with its first event.
      const refused = await postJson(url + samples.createPrequalLink.path, [
        { location: 'main-street', customerPhoneNumber: '4155552671', sendSMS: true },
      ]);
      assert.equal(((await refused.json()) as { code: string }).code, 'sms-not-allowed');
      assert.equal((await fetch(`${url}/webhooks`, { method: 'POST', body: '{}' })).status, 401);
      for (const title of ['Problems by code', 'Texts by outcome', 'Events by kind']) {
        const panel = expressions.find((each) => each.title === title)!;
        await eventually(async () => (await ask(panel)).length > 0);
      }
      const empty = [];
      for (const each of expressions) if ((await ask(each)).length === 0) empty.push(each.title);
      // These two have no series until their first event. Garbage may or may not have been collected yet.
      assert.deepEqual(
        empty.filter((title) => title !== 'Time in garbage collection'),
        ['Refused calls', 'Circuit changes'],
      );
    });

    it('finds no fault with the names of the metrics', async (t) => {
      const command = startCommand(t, ['serve', '--sandbox', '--port', '0', '--metrics-port', '0']);
      const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
      await putEstimate(await command.listening());
      const { output } = promtool(['check', 'metrics'], await (await fetch(metrics)).text());
      // prom-client names the metrics of the process.
      const ours = output.split('\n').filter((line) => !/^financing_(nodejs|process)_/.test(line));
      assert.deepEqual(ours.filter(Boolean), []);
    });
  });
});

const tests = { concurrency: 2, timeout: 120_000 };

describe('financing-elements serve --metrics-port', tests, () => {
  it('serves nothing else on that port, and no metrics under the mount', async (t) => {
    const command = startCommand(t, ['serve', '--sandbox', '--port', '0', '--metrics-port', '0']);
    const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
    const url = await command.listening();
    assert.equal((await fetch(`${url}/metrics`)).status, 404);
    assert.equal((await fetch(new URL('/financing/health', metrics))).status, 404);
    assert.equal((await fetch(metrics, { method: 'POST' })).status, 405);
  });

  it('responds 421 under another host name, as the port of the proxy does', async (t) => {
    const port = await quietPort();
    const args = ['serve', '--sandbox', '--port', '0', '--metrics-port', `${port}`];
    await startCommand(t, args).listening();
    const statusUnder = async (host: string) => {
      const [response] = (await once(
        request({ port, path: '/metrics', headers: { host } }).end(),
        'response',
      )) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    assert.deepEqual(
      await Promise.all([`evil.example:${port}`, `localhost:${port}`].map(statusUnder)),
      [421, 200],
    );
  });

  it('exits with one line if the port is in use', async (t) => {
    const url = await startCommand(t, ['serve', '--sandbox', '--port', '0']).listening();
    const { port } = new URL(url);
    const args = ['serve', '--sandbox', '--port', '0', '--metrics-port', port];
    const { code, stderr } = await startCommand(t, args).closed;
    assert.match(
      stderr,
      /^\{.*"not-started","message":"cannot listen on 127\.0\.0\.1, port \d+ \(--metrics-port\): another program uses it, perhaps a previous run that is still stopping; choose another port".*\}$/m,
    );
    assert.equal(code, 1);
  });
});
