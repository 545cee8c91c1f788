/** Runs the release as its workflow does, in a copy of the repository and without publishing. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { guidesThatInstall } from '../../build/reference/install-instructions.js';
import { built } from '../runner/fresh-build.js';
import { startHttp } from '../support/servers.js';
import { assertNone } from '../support/assertions.js';

interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly container?: string;
  readonly steps?: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Sbom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const readWorkflow = (file: string) => parse(read(`.github/workflows/${file}`)) as Workflow;
const manifest = JSON.parse(read('package.json')) as {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const { name, version } = manifest;
const workflow = readWorkflow('release.yml');
const steps = workflow.jobs['publish']?.steps ?? [];
const commands = steps.flatMap(({ run }) => run ?? []);

/** The repository of the release. `before` fills it and adds this version to its changelog. */
const copy = mkdtempSync(join(tmpdir(), `${name}-release-`));
after(() => rmSync(copy, { recursive: true, force: true }));

async function run(command: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn('bash', ['-c', command], {
    cwd: copy,
    env: { ...process.env, GITHUB_REPOSITORY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, 'exit')) as [number];
  const [stdout, stderr] = await outputs;
  return { status, stdout, stderr };
}

async function mustRun(command: string): Promise<string> {
  const { status, stdout, stderr } = await run(command);
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  return stdout;
}

const commit = 'git add -A && git -c user.name=Test -c user.email=test@example.com commit -qm Test';

/** Returns the step of the workflow that publishes a tag. */
const release = (tag: string, env: Readonly<Record<string, string>> = {}) => {
  const step = commands.find((command) => command.startsWith('npm run release'));
  // npm may be silent in this process, and would pass that on.
  return run(`${step} --dry-run`, { GITHUB_REF_NAME: tag, npm_config_loglevel: 'notice', ...env });
};

before(async () => {
  built('index.js');
  const whole = ['dist', 'docs', 'demo', 'ops', 'recipes', 'build'];
  // oxfmt-ignore
  const papers = [
    'package.json', 'package-lock.json', '.npmrc', '.gitignore', 'README.md', 'LICENSE',
    'SECURITY.md',
  ];
  for (const file of [...whole, ...papers]) {
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  const changes = `# Changelog\n\n## [${version}] - 2026-01-31\n\n- The first version.\n\n## [0.0.1] - 2026-01-01\n\n- Older.\n`;
  writeFileSync(join(copy, 'CHANGELOG.md'), changes);
  await mustRun(`git init -q && ${commit} && git tag v${version}`);
});

describe('The release workflow', () => {
  it('runs for version tags, and publishes after the checks of every change have passed', () => {
    assert.deepEqual(workflow.on, { push: { tags: ['v*'] } });
    assert.equal(workflow.jobs['test']?.uses, './.github/workflows/ci.yml');
    assert.equal(workflow.jobs['publish']?.needs, 'test');
    assert.ok('workflow_call' in readWorkflow('ci.yml').on);
  });

  it('may only write the release and sign its provenance', () => {
    assert.deepEqual(workflow.permissions, { contents: 'read' });
    assert.deepEqual(workflow.jobs['publish']?.permissions, {
      contents: 'write',
      'id-token': 'write',
    });
    assert.doesNotMatch(
      read('.github/workflows/release.yml'),
      /secrets\.|_TOKEN: (?!\$\{\{ github)/,
    );
  });

  it('uses only GitHub’s own actions, each pinned to a commit', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    assertNone(actions.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action)));
    assert.ok(actions.length > 0);
  });

  it('runs no install scripts, and leaves no credentials on disk', () => {
    const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    assert.equal(checkout?.with?.['persist-credentials'], false);
    assert.deepEqual(
      commands.filter((command) => /\bnpm (ci|install)\b/.test(command)),
      ['npm ci --ignore-scripts'],
    );
  });

  for (const [tag, isMarked] of [
    ['v1.0.0', false],
    ['v1.0.0-rc.1', true],
  ] as const) {
    it(`${isMarked ? 'marks' : 'does not mark'} the release of ${tag} as a preview`, async () => {
      const command = commands.find((line) => line.includes('gh release create'));
      const step = `gh() { printf '%s\\n' "$@"; }\n${command}`;
      const { status, stdout } = await run(step, { GITHUB_REF_NAME: tag });
      const words = stdout.split('\n');
      assert.deepEqual([status, ...words.slice(0, 3)], [0, 'release', 'create', tag]);
      assert.equal(words.includes('--prerelease'), isMarked);
    });
  }

  it('runs scripts that package.json has', () => {
    const scripts = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    assert.deepEqual(scripts, ['build', 'release']);
    for (const script of scripts) assert.ok(script in manifest.scripts, script);
  });
});

describe('npm run sbom', { timeout: 60_000 }, () => {
  it('lists the runtime dependencies in their locked versions, and nothing from this machine', async () => {
    const printed = await mustRun('npm run --silent sbom');
    const { bomFormat, metadata, components } = JSON.parse(printed) as Sbom;
    assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', name]);
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version: string }>;
    };
    const versions = new Map(components.map((component) => [component.name, component.version]));
    for (const dependency of Object.keys(manifest.dependencies)) {
      const locked = packages[`node_modules/${dependency}`]?.version;
      assert.equal(versions.get(dependency), locked, dependency);
    }
    const bundled = ['csv-parse', 'prom-client'];
    const tools = Object.keys(manifest.devDependencies).filter((tool) => versions.has(tool));
    assert.deepEqual(tools, bundled);
    for (const each of [...bundled, '@opentelemetry/api', 'tdigest', 'bintrees']) {
      assert.equal(versions.get(each), packages[`node_modules/${each}`]?.version, each);
    }
    for (const place of [root, copy, homedir(), 'file:', 'localhost']) {
      assert.ok(!printed.includes(place), place);
    }
  });
});

describe('A dry run of the release', { timeout: 120_000 }, () => {
  it('packs what is published, with its SBOM and notes, and publishes nothing', async (t) => {
    const methods: string[] = [];
    const registry = await startHttp(t, ({ method = '' }, response) => {
      methods.push(method);
      response.writeHead(404).end('{}');
    });
    const { status, stdout, stderr } = await release(`v${version}`, {
      npm_config_registry: registry,
      GITHUB_REPOSITORY: 'shop/financing',
      npm_config_loglevel: 'verbose', // npm prints the arguments it received
    });
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^npm verb\w* argv "publish" .*"--provenance"/m);
    assert.match(stdout, new RegExp(`^\\+ ${name}@${version}$`, 'm'));
    assertNone(methods.filter((method) => method !== 'GET'));

    const base = `release/${name}-${version}`;
    const listed = (await mustRun(`tar -tzf ${base}.tgz`)).split('\n');
    for (const file of ['dist/index.js', 'dist/index.d.ts', 'CHANGELOG.md', 'LICENSE']) {
      assert.ok(listed.includes(`package/${file}`), file);
    }
    const packed = JSON.parse(await mustRun(`tar -xOzf ${base}.tgz package/package.json`)) as {
      repository: unknown;
    };
    assert.deepEqual(packed.repository, {
      url: 'git+https://github.com/shop/financing.git',
      type: 'git',
    });
    await mustRun(`python3 -m zipfile -e release/${name}-wordpress-${version}.zip release/plugin`);
    await mustRun('diff -r release/plugin/financing-elements recipes/wordpress/financing-elements');
    const sbom = JSON.parse(readFileSync(join(copy, `${base}.cdx.json`), 'utf8')) as Sbom;
    assert.equal(sbom.metadata.component.version, version);
    assert.equal(readFileSync(join(copy, 'release/notes.md'), 'utf8'), '- The first version.\n');

    const project = join(copy, 'release/project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{}'); // otherwise, npm installs into the repository
    const installed = await run(
      `cd ${project} && npm install --no-audit ../${name}-${version}.tgz 2>&1`,
    );
    assert.equal(installed.status, 0, installed.stdout);
    assert.doesNotMatch(installed.stdout, /warn|deprecated|vulnerab/i);
    await mustRun('git checkout -q package.json && rm -rf release');
  });

  it('prints the steps of a release that are missing, which a release refuses', async (t) => {
    const registry = await startHttp(t, (_request, response) => response.writeHead(404).end('{}'));
    const env = { npm_config_registry: registry };
    await mustRun(`git tag -d v${version}`);
    const left = [
      `Create the tag: git tag v${version}`,
      `Save the page files: npm version --no-git-tag-version --allow-same-version ${version}`,
      'Set isPublished in build/reference/install-instructions.ts, and run: npm run reference',
    ];
    const refused = await run(`node build/release/release.js v${version}`, env);
    assert.deepEqual([refused.status, refused.stderr.trim().split('\n')], [1, left]);
    assert.equal(existsSync(join(copy, 'release')), false);

    const before = await release(`v${version}`, env);
    assert.equal(before.status, 0, before.stderr);
    for (const step of left)
      assert.ok(before.stdout.includes(`Before the release: ${step}\n`), step);

    const guides = Object.entries(guidesThatInstall(true));
    for (const [path, guide] of guides) writeFileSync(join(copy, path), guide);
    await mustRun(`npm_package_version=${version} node build/release/released-files.js`);
    await mustRun(`${commit} && git tag v${version}`);
    const after = await release(`v${version}`, env);
    assert.deepEqual([after.status, after.stdout.includes('Before')], [0, false], after.stderr);
    await mustRun(
      `git tag -f v${version} HEAD~ && git reset -q --hard v${version} && rm -rf release`,
    );
  });

  const current = `v${version}`;
  const unlisted = `sed -i 's/^## \\[${version}\\].*/## [Unreleased]/' CHANGELOG.md`;
  const refusals: Record<string, readonly [change: string, tag: string, said: RegExp]> = {
    'a tag of another version': [
      'true',
      'v9.9.9',
      /tag is v9\.9\.9, but package\.json has version/,
    ],
    'a missing tag': ['true', '', /The tag is missing/],
    'a version that the changelog does not have': [
      unlisted,
      current,
      /has no entries below a heading/,
    ],
    'a file that is not committed': ['touch demo/new.html', current, /demo\/new\.html/],
    'a tag of an earlier commit': [
      `touch demo/new.html && ${commit}`,
      current,
      /not at this commit/,
    ],
    'a missing build': ['rm -r dist', current, /dist is missing/],
  };
  for (const [what, [change, tag, said]] of Object.entries(refusals)) {
    it(`refuses ${what}`, async () => {
      await mustRun(change);
      const { status, stderr } = await release(tag);
      const hasPacked = existsSync(join(copy, 'release'));
      await mustRun(`git reset -q --hard v${version} && git clean -qfd demo`);
      assert.deepEqual([status, hasPacked], [1, false]);
      assert.match(stderr, said);
    });
  }
});
