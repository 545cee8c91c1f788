import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { notRun } from '../../runner/not-run.js';
import { quietPort } from '../../support/servers.js';
import { eventually } from '../../support/until.js';

/** The rules that ship. */
export const alertRules = join(import.meta.dirname, '../../../ops/alerts.yml');

/**
 * Declares tests that need Prometheus. Where it is not installed, it declares none and says so; with `prometheus` in the
 * variable REQUIRED_SERVERS it throws.
 */
export function withPrometheus(declare: () => void): void {
  if (spawnSync('prometheus', ['--version']).status === 0) return declare();
  const required = process.env['REQUIRED_SERVERS']?.split(',') ?? [];
  if (required.includes('prometheus')) throw new Error('prometheus is required, and not installed');
  notRun('a real Prometheus', 'prometheus is not installed (Debian: apt install prometheus)');
}

/** Runs promtool, and returns its exit code and output. */
export function promtool(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** One value of a query, with its labels. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Starts a Prometheus for one test, which scrapes some addresses each second. */
export async function startPrometheus(t: TestContext, targets: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const config = join(folder, 'prometheus.yml');
  const every = { scrape_interval: '1s', evaluation_interval: '1s' };
  // JSON is YAML, too.
  writeFileSync(
    config,
    JSON.stringify({
      global: every,
      rule_files: [alertRules],
      scrape_configs: [{ job_name: 'financing', static_configs: [{ targets }] }],
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
        data: { result: Sample[] };
      };
      return answer.data.result;
    },
    /** Names of the rules that it has loaded. */
    async rules(): Promise<readonly string[]> {
      const { data } = (await get('rules')) as {
        data: { groups: { rules: { name: string; health: string }[] }[] };
      };
      return data.groups.flatMap(({ rules }) => rules.map(({ name }) => name));
    },
  };
}
