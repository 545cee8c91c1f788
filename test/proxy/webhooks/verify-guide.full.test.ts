import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { signWebhook } from '../../../src/contract/index.js';
import { notRun } from '../../runner/not-run.js';

const secret = 'DwS3QStMkgKziZxd9NXcvqFkxP4JNA3i';
const body = '{"eventType":"MERCHANT_CREATED","payload":{"location":"Café","url":"u"}}';
const time = 1_643_444_288;

describe('docs/webhooks.md', () => {
  const doc = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  /** How the function of each language is run, with a line that prints `true` or `false` added. */
  const languages: Record<string, { command: string; args: string[]; print: string }> = {
    js: {
      command: process.execPath,
      args: ['--input-type=module', '--eval'],
      print:
        'const e = process.env; console.log(isGenuine(e.HEADER, Buffer.from(e.BODY), e.SECRET, Number(e.NOW)))',
    },
    php: {
      command: 'php',
      args: ['-r'],
      print:
        "echo is_genuine(getenv('HEADER'), getenv('BODY'), getenv('SECRET'), (int) getenv('NOW')) ? 'true' : 'false';",
    },
    python: {
      command: 'python3',
      args: ['-c'],
      print:
        "import os\ne = os.environ\nprint(str(is_genuine(e['HEADER'], e['BODY'].encode('utf-8'), e['SECRET'], int(e['NOW']))).lower())",
    },
    ruby: {
      command: 'ruby',
      args: ['-e'],
      print: "puts genuine?(ENV['HEADER'], ENV['BODY'], ENV['SECRET'], ENV['NOW'].to_i)",
    },
  };

  for (const [language, { command, args, print }] of Object.entries(languages)) {
    if (spawnSync(command, ['--version']).status !== 0) {
      notRun(`docs/webhooks.md in ${language}`, `${command} is not installed`);
      continue;
    }
    const guide = doc.slice(doc.indexOf('### Node\n'));
    const [, sample] = new RegExp(`\n\`\`\`${language}\n(.*?)\n\`\`\`\n`, 's').exec(guide) ?? [];
    assert.ok(sample, `the guide has a sample in ${language}`);

    /** What the function says of an event. */
    const verdict = (header: string, { now = time + 60, sent = body } = {}) => {
      const { stdout, stderr } = spawnSync(command, [...args, `${sample}\n${print}`], {
        encoding: 'utf8',
        env: {
          ...process.env,
          ...{ HEADER: header, BODY: sent, SECRET: secret, NOW: String(now) },
        },
      });
      return stdout.trim() || stderr;
    };

    it(`takes in ${language} what the service signs, and nothing else`, async () => {
      const signed = await signWebhook(body, secret, time);
      const forged = await signWebhook(body, 'another-secret-5b1e', time);
      assert.equal(verdict(signed), 'true');
      assert.equal(verdict(signed.replace(',', ', ')), 'true');
      assert.equal(verdict(signed, { sent: `${body} ` }), 'false', 'another body');
      assert.equal(verdict(forged), 'false', 'another secret');
      assert.equal(verdict(signed, { now: time + 301 }), 'false', 'an old time');
      assert.equal(verdict(signed, { now: time - 301 }), 'false', 'a time to come');
      for (const header of ['', 't=,v1=', `t=${time}`, 'v1=00', `t=${time},v1=zz`]) {
        assert.equal(verdict(header), 'false', header);
      }
    });
  }
});
