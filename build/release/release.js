// @ts-check
/**
 * Publishes a version: `npm run release -- v1.2.3`, which .github/workflows/release.yml runs for a tag. It checks that the version
 * can be published, writes the files for the release page into `release/` (the tarball, the WordPress plugin, the SBOM, and the
 * notes), and publishes the tarball to npm. With `--dry-run`, npm uploads nothing, and the steps that a maintainer takes for a
 * release may be missing: the dry run prints them.
 *
 * A dry run does not cover three things: npm's login by the workflow's identity, the provenance statement, and what the
 * registry itself refuses.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { releasedFolder } from './released-files.js';
import { zipPlugin } from './wordpress-plugin.js';

const folder = 'release';

/** @typedef {{ name: string, version: string }} Manifest */

/**
 * Runs a program and returns its output. Its messages go to the terminal.
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, ...args) {
  const { status, stdout, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) fail([`${program} ${args.join(' ')} ended with ${status}`]);
  return stdout;
}

/**
 * @param {readonly string[]} problems
 * @returns {never}
 */
function fail(problems) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

/** Returns the notes of a version: the text below its heading. @param {string} version */
function notesOf(version) {
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## \[)/m);
  const section = sections.find((text) => text.startsWith(`## [${version}] - `));
  return section?.slice(section.indexOf('\n')).trim();
}

/** @param {string} tag */
const isTagged = (tag) => run('git', 'tag', '--list', tag) !== '';

/** @param {string} revision */
const commitOf = (revision) => run('git', 'rev-parse', `${revision}^{commit}`);

/** Returns the steps of a release that weren't taken yet. @param {string} tag @param {Manifest} manifest */
function stepsLeft(tag, { version }) {
  const steps = [];
  if (!isTagged(tag)) steps.push(`Create the tag: git tag ${tag}`);
  const saved = `${releasedFolder}/${version}`;
  const files = Object.keys(JSON.parse(readFileSync('dist/integrity.json', 'utf8')));
  if (!files.every((file) => existsSync(`${saved}/${file}`))) {
    steps.push(
      `Save the page files: npm version --no-git-tag-version --allow-same-version ${version}`,
    );
  }
  if (readFileSync('README.md', 'utf8').includes("isn't in a registry yet")) {
    steps.push(
      'Set isPublished in build/reference/install-instructions.ts, and run: npm run reference',
    );
  }
  return steps;
}

/** Returns the reasons why this tag must not be published. @param {string} tag @param {Manifest} manifest */
function problemsOf(tag, { version }) {
  const problems = [];
  if (tag !== `v${version}`) {
    problems.push(`The tag is ${tag || 'missing'}, but package.json has version ${version}.`);
  } else if (isTagged(tag) && commitOf('HEAD') !== commitOf(tag)) {
    problems.push(`The tag ${tag} is not at this commit.`);
  }
  if (!notesOf(version)) {
    problems.push(`CHANGELOG.md has no entries below a heading "## [${version}] - <date>".`);
  }
  const changed = run('git', 'status', '--porcelain');
  if (changed) problems.push(`These files are not committed:\n${changed.trimEnd()}`);
  if (!existsSync('dist/index.js')) problems.push('dist is missing. Run: npm run build');
  return problems;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const [tag = ''] = positionals;
/** @type {Manifest} */
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { name, version } = manifest;
const problems = problemsOf(tag, manifest);
if (problems.length > 0) fail(problems);
const steps = stepsLeft(tag, manifest);
if (!values['dry-run'] && steps.length > 0) fail(steps);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
writeFileSync(`${folder}/notes.md`, `${notesOf(version)}\n`);
writeFileSync(`${folder}/${name}-${version}.cdx.json`, run('npm', 'run', '--silent', 'sbom'));

zipPlugin(`${folder}/${name}-wordpress-${version}.zip`);

// npm accepts provenance only if the package names the workflow's repository.
const repository = process.env.GITHUB_REPOSITORY;
if (repository) {
  run('npm', 'pkg', 'set', `repository.url=git+https://github.com/${repository}.git`);
  run('npm', 'pkg', 'set', 'repository.type=git');
}
const tarball = run('npm', 'pack', '--silent', '--pack-destination', folder).trim();

// A prerelease such as 1.0.0-rc.1 must not become the default of `npm install`.
const channel = version.includes('-') ? 'next' : 'latest';
const options = ['--access', 'public', '--provenance', '--tag', channel];
if (values['dry-run']) options.push('--dry-run');
console.log(run('npm', 'publish', `./${folder}/${tarball}`, ...options).trim());
for (const step of steps) console.log(`Before the release: ${step}`);
