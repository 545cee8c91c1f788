import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CommandContext } from '../../../src/cli/command-context.js';
import { createLogger } from '../../../src/cli/log.js';
import { readSettings } from '../../../src/cli/settings/read-settings.js';
import { warnOfReplicas } from '../../../src/cli/serve/replicas.js';

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

const hints = {
  AWS_LAMBDA_FUNCTION_NAME: 'financing',
  CONTAINER_APP_NAME: 'financing',
  WEB_CONCURRENCY: '2',
  KUBERNETES_SERVICE_HOST: '10.0.0.1',
};

describe('Several processes without Redis', () => {
  for (const [variable, value] of Object.entries(hints)) {
    it(`get a warning if ${variable} indicates them`, () => {
      const [line] = logged({ [variable]: value });
      assert.deepEqual(
        [line?.['level'], line?.['option'], line?.['nearest']],
        ['warn', variable, 'FINANCING_REDIS_URL'],
      );
    });
  }

  it('get no warning with Redis, or if there is only one process', () => {
    assert.deepEqual(logged({ ...hints, FINANCING_REDIS_URL: 'redis://127.0.0.1' }), []);
    assert.deepEqual(logged({ WEB_CONCURRENCY: '1' }), []);
  });
});
