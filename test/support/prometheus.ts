import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { quietPort } from './servers.js';
import { eventually } from './until.js';

/** The path of the alert rules in the package. */
export const alertRules = join(import.meta.dirname, '../../ops/alerts.yml');

/** A value of a query, with its labels. */
interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Starts a Prometheus for one test that scrapes the targets of these jobs each second. */
export async function startPrometheus(
  t: TestContext,
  jobs: Readonly<Record<string, readonly string[]>>,
  rules = alertRules,
) {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const config = join(folder, 'prometheus.yml');
  const every = { scrape_interval: '1s', evaluation_interval: '1s' };
  // JSON is valid YAML.
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
    /** Returns the health of each loaded rule, by name. */
    async rules(): Promise<ReadonlyMap<string, string>> {
      const { data } = (await get('rules')) as {
        data: { groups: { rules: { name: string; health: string }[] }[] };
      };
      const all = data.groups.flatMap(({ rules }) => rules);
      return new Map(all.map(({ name, health }) => [name, health]));
    },
  };
}
