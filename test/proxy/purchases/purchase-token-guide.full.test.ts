import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { verifyPurchase } from '../../../src/proxy/purchases/purchase-token.js';
import { notRun } from '../../runner/not-run.js';

const secret = 'purchase-secret-7b1d';
const now = Math.floor(Date.now() / 1000) * 1000;
const purchase = {
  amount: 1299.99,
  transactionId: 'order-1',
  location: 'main-street',
  exp: now / 1000 + 3600,
};

describe('docs/purchase-token.md', () => {
  const doc = readFileSync(new URL('../../../docs/purchase-token.md', import.meta.url), 'utf8');
  /** The command that runs the snippet of each language, and the code that prints a token. */
  const languages: Record<string, { command: string; args: string[]; print: string }> = {
    php: {
      command: 'php',
      args: ['-r'],
      print: "echo sign_purchase(json_decode(getenv('PURCHASE'), true), getenv('SECRET'));",
    },
    python: {
      command: 'python3',
      args: ['-c'],
      print: "print(sign_purchase(json.loads(os.environ['PURCHASE']), os.environ['SECRET']))",
    },
    ruby: {
      command: 'ruby',
      args: ['-e'],
      print: "puts sign_purchase(JSON.parse(ENV['PURCHASE']), ENV['SECRET'])",
    },
  };
  for (const [language, { command, args, print }] of Object.entries(languages)) {
    if (spawnSync(command, ['--version']).status !== 0) {
      notRun(`docs/purchase-token.md in ${language}`, `${command} is not installed`);
      continue;
    }
    function run(given: object) {
      const [, snippet] = new RegExp(`\n\`\`\`${language}\n(.*?)\n\`\`\`\n`, 's').exec(doc) ?? [];
      assert.ok(snippet, 'no snippet');
      return spawnSync(command, [...args, `${snippet}\n${print}`], {
        encoding: 'utf8',
        env: {
          ...process.env,
          PURCHASE: JSON.stringify(given),
          SECRET: secret,
          FINANCING_PURCHASE_SECRET: secret,
        },
      });
    }

    it(`creates a valid token in ${language}`, async () => {
      const given = { ...purchase, transactionId: 'Bestellung-ä-注文/1' };
      const { stdout, stderr } = run(given);
      assert.deepEqual(
        (await verifyPurchase(stdout.trim(), secret, now, 86_400)).purchase,
        given,
        stderr,
      );
    });

    it(`rejects an exp in milliseconds in ${language}`, () => {
      const { status, stdout } = run({ ...purchase, exp: purchase.exp * 1000 });
      assert.notEqual(status, 0);
      assert.equal(stdout, '');
    });
  }
});
