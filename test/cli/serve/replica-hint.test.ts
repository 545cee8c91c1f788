import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CommandContext } from '../../../src/cli/context.js';
import { createLogger } from '../../../src/cli/log.js';
import { readSettings } from '../../../src/cli/settings/read-settings.js';
import { warnOfReplicas } from '../../../src/cli/serve.js';

/** The lines that are logged. */
function logged(env: Record<string, string>): Record<string, string>[] {
  const lines: string[] = [];
  const logger = createLogger('info', (line) => void lines.push(line));
  const read = readSettings({ command: 'serve', words: [], flags: new Map() }, env);
  const context: CommandContext = {
    ...read,
    version: '1.0.0',
    logger,
    readAgain: async () => read,
  };
  warnOfReplicas(context, env);
  return lines.map((line) => JSON.parse(line) as Record<string, string>);
}

const platforms = {
  AWS_LAMBDA_FUNCTION_NAME: 'financing',
  VERCEL: '1',
  K_SERVICE: 'financing',
  FUNCTIONS_WORKER_RUNTIME: 'node',
  CONTAINER_APP_NAME: 'financing',
};

describe('A serverless platform without Redis', () => {
  for (const [variable, value] of Object.entries(platforms)) {
    it(`is warned about where ${variable} hints at it`, () => {
      const [line] = logged({ [variable]: value });
      assert.deepEqual([line?.['level'], line?.['option']], ['warn', variable]);
      assert.match(line?.['message'] ?? '', /starts and ends processes/);
    });
  }

  it('is not warned about with Redis', () => {
    assert.deepEqual(logged({ ...platforms, FINANCING_REDIS_URL: 'redis://127.0.0.1' }), []);
  });
});

describe('Several replicas without Redis', () => {
  const hints = {
    WEB_CONCURRENCY: '2',
    NODE_APP_INSTANCE: '0',
    KUBERNETES_SERVICE_HOST: '10.0.0.1',
  };
  for (const [variable, value] of Object.entries(hints)) {
    it(`are warned about where ${variable} hints at them`, () => {
      const [line] = logged({ [variable]: value });
      assert.deepEqual(
        [line?.['level'], line?.['option'], line?.['nearest']],
        ['warn', variable, 'FINANCING_REDIS_URL'],
      );
    });
  }

  it('are not warned about with Redis, nor where there is one process', () => {
    assert.deepEqual(logged({ ...hints, FINANCING_REDIS_URL: 'redis://127.0.0.1' }), []);
    assert.deepEqual(logged({ WEB_CONCURRENCY: '1' }), []);
  });
});
