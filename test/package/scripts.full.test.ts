import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** Runs a script of package.json with arguments after `--`. */
function run(script: string, args: readonly string[]) {
  const [, ...command] = scripts[script]?.split(' ') ?? [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

const helps: [script: string, args: string[], shown: RegExp][] = [
  [
    'bench',
    ['--help'],
    /page: .*--rounds .*\[20\].*server: .*--rounds .*\[15\].*-- server --only/s,
  ],
  ['bench', ['-h'], /page: .*server: /s],
  ['bench', ['page', '--help'], /page: (?!.*server: )/s],
  ['bench', ['server', '--rounds', '3', '-h'], /^(?!.*page: ).*server: /s],
  ['trial', ['--help'], /--seconds 60/],
];

const mistakes: [script: string, args: string[], said: RegExp][] = [
  ['bench', ['pgae'], /no suite pgae; did you mean page\?/],
  ['bench', ['page', '--round', '3'], /no option --round; did you mean --rounds\?/],
  ['bench', ['--rounds', '3'], /options come after a suite, page or server/],
  ['trial', ['--secnds', '3'], /no option --secnds; did you mean --seconds\?/],
];

for (const [script, args, shown] of helps) {
  describe(`npm run ${script} -- ${args.join(' ')}`, () => {
    it('prints what is available', () => {
      const { status, stdout, stderr } = run(script, args);
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, shown);
    });
  });
}

for (const [script, args, said] of mistakes) {
  describe(`npm run ${script} -- ${args.join(' ')}`, () => {
    it('suggests a correction, and exits with 2', () => {
      const { status, stderr } = run(script, args);
      assert.equal(status, 2);
      assert.match(stderr, said);
    });
  });
}
