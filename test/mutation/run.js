/**
 * `npm run mutation [-- module …]`: Stryker makes one small change after another in the modules of `modules.js`, and runs
 * their tests. A change that no test notices is a hole in the tests, unless it changes nothing that can be seen:
 * `equivalent.js` lists those, with the reason. Fails where a module has less than 95 % of all others noticed.
 */
import { Stryker } from '@stryker-mutator/core';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { equivalent } from './equivalent.js';
import { modules } from './modules.js';

/** Least share of the changes that tests must notice. */
const leastScore = 0.95;

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

const stale = equivalent.find(({ file, line }) => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return !lines.some((each) => each.trim() === line);
});
if (stale) {
  process.stderr.write(
    `equivalent.js names a line that ${stale.file} does not have: ${stale.line}\n`,
  );
  process.exit(2);
}

for (const name of wanted.length > 0 ? wanted : Object.keys(modules)) {
  const { killed, late, survived, known } = await mutate(name);
  const score = killed / (killed + survived.length);
  process.stdout.write(
    `${name}: ${killed} noticed (${late} by a time limit), ${survived.length} not noticed, ${known} equivalent: ` +
      `${(100 * score).toFixed(1)} %\n`,
  );
  for (const mutant of survived) process.stdout.write(describe(mutant));
  if (score < leastScore) process.exitCode = 1;
}

/**
 * @typedef {Awaited<ReturnType<Stryker['runMutationTest']>>[number]} Mutant
 * @param {string} name
 */
async function mutate(name) {
  const { sources, tests } = modules[name] ?? { sources: [], tests: [] };
  // All in one process, which starts as fast as one of them. Stryker copies the file with the sources.
  const group = `tests-of-${name}.mjs`;
  writeFileSync(group, tests.map((test) => `import './test/${test}.test.js';\n`).join(''));
  process.once('exit', () => rmSync(group));
  const stryker = new Stryker({
    mutate: sources.map(patternOf),
    plugins: ['@stryker-mutator/tap-runner'],
    testRunner: 'tap',
    tap: {
      testFiles: [group],
      nodeArgs: ['--test-reporter=tap', '--require', '{{hookFile}}', '{{testFile}}'],
    },
    coverageAnalysis: 'perTest',
    // The tests of a change then start as JavaScript, several times as fast as through a compiler.
    buildCommand:
      'tsc --noEmit false --noCheck --incremental false --allowJs false --rootDir . --outDir .',
    ignorePatterns: ['.ci', 'bench', 'demo', 'docs', 'recipes', 'site', 'test/mutation'],
    tempDirName: 'node_modules/.cache/mutation',
    concurrency: 1,
    // A busy machine may stop a test for long; a change that ends in a loop waits for this.
    timeoutMS: 60_000,
    reporters: ['progress-append-only'],
    allowEmpty: false,
  });
  const mutants = await stryker.runMutationTest();
  const isNoticed = (/** @type {Mutant} */ { status }) =>
    status === 'Killed' || status === 'Timeout';
  const ran = mutants.filter(
    ({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status),
  );
  const left = ran.filter((mutant) => !isNoticed(mutant));
  const survived = left.filter((mutant) => !isEquivalent(mutant));
  return {
    killed: ran.length - left.length,
    late: ran.filter(({ status }) => status === 'Timeout').length,
    survived,
    known: left.length - survived.length,
  };
}

/**
 * What Stryker changes: a file, or the part of it that begins with an export.
 * @param {string} source
 */
function patternOf(source) {
  const [name, from] = source.split(' from ');
  const file = `src/${name}.ts`;
  if (from === undefined) return file;
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const first = lines.findIndex((line) => new RegExp(`^export .*\\b${from}\\b`).test(line)) + 1;
  if (first === 0) throw new Error(`${file} has no export ${from}`);
  return `${file}:${first}-${lines.length}`;
}

/**
 * The line that a mutant changes, and what stands in place of a part of it.
 * @param {Mutant} mutant
 */
function read({ fileName, location, replacement }) {
  const file = fileName.replaceAll('\\', '/').replace(/^.*\/(?=src\/)/, '');
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const { start, end } = location; // both from 1
  const part = lines.slice(start.line - 1, end.line);
  const text = (part[0] ?? '').trim();
  part.push((part.pop() ?? '').slice(0, end.column - 1));
  part.unshift((part.shift() ?? '').slice(start.column - 1));
  return { file, line: start.line, text, original: part.join('\n'), replacement };
}

/** @param {Mutant} mutant */
function isEquivalent(mutant) {
  const { file, text, original, replacement } = read(mutant);
  return equivalent.some(
    (each) =>
      each.file === file &&
      each.line === text &&
      [each.replacement].flat().includes(replacement) &&
      (each.part ?? original) === original,
  );
}

/** @param {Mutant} mutant */
function describe(mutant) {
  const { file, line, text, original, replacement } = read(mutant);
  return `  ${file}:${line} (${mutant.mutatorName}, ${mutant.status})\n    ${text}\n    - ${original}\n    + ${replacement}\n`;
}
