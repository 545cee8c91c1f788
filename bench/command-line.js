// @ts-check
import { parseArgs } from 'node:util';

/**
 * @typedef {object} Suite
 * @property {string} about
 * @property {string} example useful options
 * @property {Record<string, { type: 'string', default?: string, text: string }>}  options for `parseArgs`, with their help texts
 */

const help = { type: /** @type {const} */ ('boolean'), short: 'h' };

/**
 * Returns the suites to run, each with the values of its options. For `--help`, prints the help and exits. For a wrong
 * command line, prints the problem and exits with 2.
 * @param {Record<string, Suite>} suites
 * @param {string[]} args
 * @returns {Record<string, any>}
 */
export function readCommandLine(suites, args) {
  const [first, ...rest] = args;
  const names = Object.keys(suites);
  if (first === undefined) {
    const all = Object.entries(suites);
    return Object.fromEntries(
      all.map(([name, { options }]) => [name, parseArgs({ args: [], options }).values]),
    );
  }
  if (first === '--help' || first === '-h') showHelp(suites);
  if (first.startsWith('-')) refuse(`options come after a suite, ${names.join(' or ')}`);
  const suite = Object.hasOwn(suites, first) ? suites[first] : undefined;
  if (!suite) refuse(`there is no suite ${first}, only ${names.join(' and ')}`);
  const options = { ...suite.options, help };
  try {
    const { help: isAskedForHelp, ...values } = parseArgs({ args: rest, options }).values;
    if (isAskedForHelp) showHelp({ [first]: suite });
    return { [first]: values };
  } catch (error) {
    refuse(/** @type {Error} */ (error).message);
  }
}

/** @type {(reason: string) => never} */
function refuse(reason) {
  console.error(`npm run bench: ${reason} (npm run bench -- --help)`);
  process.exit(2);
}

/** @type {(suites: Record<string, Suite>) => never} */
function showHelp(suites) {
  console.log(
    'npm run bench [-- suite [options]]    without a suite, runs all in about twenty minutes',
  );
  console.log('Each writes its results to bench/results/, as JSON and as a table.');
  for (const [name, { about, example, options }] of Object.entries(suites)) {
    console.log(`\n${name}: ${about}`);
    for (const [option, { text, default: value }] of Object.entries(options)) {
      console.log(`  --${option.padEnd(10)}  ${text}${value === undefined ? '' : ` [${value}]`}`);
    }
    console.log(`  npm run bench -- ${name} ${example}`);
  }
  process.exit();
}
