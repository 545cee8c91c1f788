import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventually } from '../../support/until.js';
import { putEstimate, startCommand } from '../command.js';
import { alertRules, promtool, startPrometheus, withPrometheus } from './prometheus.js';

withPrometheus(() => {
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
      const prometheus = await startPrometheus(t, hosts);
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
      assert.ok((await prometheus.rules()).includes('FinancingServiceFailing'));
      assert.deepEqual(await prometheus.query('ALERTS{alertstate="firing"}'), []);
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
});
