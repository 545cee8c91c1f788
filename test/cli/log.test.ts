import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { describeError } from '../../src/proxy/report.js';
import { createLogger, logEvents } from '../../src/cli/log.js';

const guideFile = join(import.meta.dirname, '../../docs/reference-logs-and-metrics.md');

describe('The log', () => {
  it('writes one JSON line per entry, regardless of the values', () => {
    const lines: string[] = [];
    createLogger('info', (line) => lines.push(line)).warn({
      event: 'request',
      code: 'a\n{"level":60}\u001b[31m\u009b31m\u2028\u202e',
    });
    const [line = '', ...more] = lines.join('').split('\n');
    assert.deepEqual(more, ['']);
    assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
    assert.match((JSON.parse(line) as { code: string }).code, /\u009b31m\u2028\u202e$/);
  });

  it('writes only allow-listed fields', () => {
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

  it('explains each event, and names the section of the guide', () => {
    const lines: string[] = [];
    const logger = createLogger('info', (line) => lines.push(line));
    for (const event of Object.keys(logEvents)) logger.info({ event: event as 'started' });
    const guide = readFileSync(guideFile, 'utf8');
    for (const line of lines) {
      const { event, message, see } = JSON.parse(line) as Readonly<Record<string, string>>;
      if (event === 'request') {
        assert.deepEqual([message, see], [undefined, undefined]);
      } else {
        assert.equal(message, logEvents[event!]?.help);
        const place = `docs/reference-logs-and-metrics.md#${event}`;
        assert.equal(see, `${place} in the package financing-elements`);
        assert.ok(guide.includes(`\n### \`${event}\`\n`), place);
      }
    }
  });

  it('doesn’t replace the message of an entry that has one', () => {
    const lines: string[] = [];
    createLogger('info', (line) => lines.push(line)).warn({ event: 'notice', message: 'Own.' });
    assert.match(lines.join(''), /"message":"Own\."/);
  });

  it('omits entries below its level', () => {
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

describe('An error in the log', () => {
  it('doesn’t contain its original message if the message was changed later', () => {
    for (const message of ['another', '']) {
      const { stack } = describeError(Object.assign(new Error('s3cret'), { message }));
      assert.match(stack?.[0] ?? '', /^at .*log\.test/);
      assert.doesNotMatch(stack?.join() ?? '', /s3cret/);
    }
  });
});
