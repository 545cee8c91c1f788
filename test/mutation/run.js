/**
 * `npm run mutation [-- module …]`: Stryker makes one small change at a time in the modules of `modules.js` and runs
 * their tests. A change that no test catches is a gap in the tests, unless it has no visible effect: `modules.js` counts
 * those as `equivalent`. Prints every change that survived, and fails if a module catches less than 95% of the others.
 */
import { Stryker } from '@stryker-mutator/core';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules, sourcesOf, testsOf } from './modules.js';

/** The minimum share of the changes that tests must catch. */
const minScore = 0.95;

const root = join(import.meta.dirname, '../..');
process.chdir(root);

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(modules, name));
if (unknown !== undefined) {
  process.stderr.write(
    `There is no module ${unknown}; there are ${Object.keys(modules).join(', ')}\n`,
  );
  process.exit(2);
}

for (const name of wanted.length > 0 ? wanted : Object.keys(modules)) {
  const { caught, timedOut, survived } = await mutate(name);
  const equivalent = Math.min(modules[name]?.equivalent ?? 0, survived.length);
  const score = caught / (caught + survived.length - equivalent);
  process.stdout.write(
    `${name}: ${caught} caught (${timedOut} by a timeout), ${survived.length} survived, ${equivalent} of them equivalent: ` +
      `${(100 * score).toFixed(1)} %\n`,
  );
  for (const mutant of survived) process.stdout.write(describe(mutant));
  if (score < minScore) process.exitCode = 1;
}

/**
 * @typedef {Awaited<ReturnType<Stryker['runMutationTest']>>[number]} Mutant
 * @param {string} name
 */
async function mutate(name) {
  const module = /** @type {import('./modules.js').Module} */ (modules[name]);
  // One process for all tests, because each start costs more than the tests. Stryker copies this file with the sources.
  const group = `tests-of-${name}.mjs`;
  const imports = testsOf(module).map((test) => `import './${test.replace(/ts$/, 'js')}';\n`);
  writeFileSync(group, imports.join(''));
  process.once('exit', () => rmSync(group));
  const stryker = new Stryker({
    mutate: sourcesOf(module).map((source) => patternOf(source, module.from)),
    plugins: ['@stryker-mutator/tap-runner'],
    testRunner: 'tap',
    tap: {
      testFiles: [group],
      nodeArgs: ['--test-reporter=tap', '--require', '{{hookFile}}', '{{testFile}}'],
    },
    coverageAnalysis: 'perTest',
    // Compiling once lets every run start plain JavaScript, which is several times faster.
    buildCommand:
      'tsc --noEmit false --noCheck --incremental false --allowJs false --rootDir . --outDir .',
    ignorePatterns: ['.ci', 'bench', 'demo', 'docs', 'recipes', 'site', 'test/mutation'],
    tempDirName: 'node_modules/.cache/mutation',
    concurrency: 1,
    // Long, because a busy machine can stall a test. A change that causes an endless loop takes this long.
    timeoutMS: 60_000,
    reporters: ['progress-append-only'],
    allowEmpty: false,
  });
  const mutants = await stryker.runMutationTest();
  const ran = mutants.filter(
    ({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status),
  );
  const survived = ran.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
  return {
    caught: ran.length - survived.length,
    timedOut: ran.filter(({ status }) => status === 'Timeout').length,
    survived,
  };
}

/**
 * Returns Stryker's pattern for a source: its file, or the lines of the file from an export on.
 * @param {string} file
 * @param {string} [from]
 */
function patternOf(file, from) {
  if (from === undefined) return file;
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const first = lines.findIndex((line) => new RegExp(`^export .*\\b${from}\\b`).test(line)) + 1;
  if (first === 0) throw new Error(`${file} has no export ${from}`);
  return `${file}:${first}-${lines.length}`;
}

/**
 * Describes a change: the line, the code that was replaced, and the replacement.
 * @param {Mutant} mutant
 */
function describe({ fileName, location, replacement, mutatorName, status }) {
  const file = fileName.replaceAll('\\', '/').replace(/^.*\/(?=src\/)/, '');
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const { start, end } = location; // 1-based
  const part = lines.slice(start.line - 1, end.line);
  const text = (part[0] ?? '').trim();
  part.push((part.pop() ?? '').slice(0, end.column - 1));
  part.unshift((part.shift() ?? '').slice(start.column - 1));
  return `  ${file}:${start.line} (${mutatorName}, ${status})\n    ${text}\n    - ${part.join('\n')}\n    + ${replacement}\n`;
}
