import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeError } from '../../src/proxy/report.js';
import { createLogger } from '../../src/cli/log.js';

describe('the log', () => {
  it('writes one JSON line an entry, whatever a field holds', () => {
    const lines: string[] = [];
    createLogger('info', (line) => lines.push(line)).warn({
      event: 'request',
      code: 'a\n{"level":60}\u001b[31m',
    });
    const [line = '', ...more] = lines.join('').split('\n');
    assert.deepEqual([line.includes('\u001b'), more], [false, ['']]);
  });

  it('writes allow-listed fields only', () => {
    const lines: string[] = [];
    const entry = {
      event: 'request',
      status: 200,
      phone: '4155552671',
      nested: { url: 'https://a' },
    } as const;
    createLogger('info', (line) => lines.push(line)).info(entry);
    const written = JSON.parse(lines.join('')) as object;
    assert.deepEqual(Object.keys(written), ['time', 'level', 'event', 'status']);
  });

  it('leaves out what is below its level', () => {
    const lines: string[] = [];
    const logger = createLogger('warn', (line) => lines.push(line));
    logger.info({ event: 'request' });
    logger.error({ event: 'request' });
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { level: string }).level),
      ['error'],
    );
  });
});

describe('an error in the log', () => {
  it('has a name and a place, but not its message, of however many lines', () => {
    const { errorName, stack } = describeError(new TypeError('bad value\n    at s3cret'));
    assert.equal(errorName, 'TypeError');
    assert.match(stack?.[0] ?? '', /log\.test/);
    assert.doesNotMatch(stack?.join() ?? '', /s3cret/);
  });

  it('has no message that it was made with either, when that was changed since', () => {
    for (const message of ['another', '']) {
      const { stack } = describeError(Object.assign(new Error('s3cret'), { message }));
      assert.match(stack?.[0] ?? '', /^at .*log\.test/);
      assert.doesNotMatch(stack?.join() ?? '', /s3cret/);
    }
  });
});
