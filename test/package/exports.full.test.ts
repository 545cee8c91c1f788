/** Packs the package as for npm, and uses it like its users. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { build, type Rolldown } from 'vite';
import { assertNone } from '../support/assertions.js';
import { temporaryFolder } from '../support/files.js';

/** The file of an export, or its files by condition. */
type Target = string | { default: string };

interface Manifest {
  name: string;
  exports: Record<string, Target>;
  sideEffects: string[];
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'node_modules/.bin');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const { name } = manifest;

const subpaths = Object.keys(manifest.exports).filter((path) => !/\.(json|css)$/.test(path));
/** The entry points that add our tags to the types of a framework. */
const typesOnly = ['./react', './solid', './svelte', './vue'];
const serverOnly = {
  proxy: 'createFinancingProxy',
  service: 'createFinancingService',
  node: 'serve',
  workers: 'createDurableObjectStore',
};
/** Files that use the types of the tags in each framework, for pages that load the script tag. */
const scriptTagPages = {
  'react.tsx': `/** @jsxImportSource react */
import type {} from '${name}/react';
export const line = <financing-estimate onfinancing-estimate={({ estimate }) => estimate.apr.toFixed()} />;`,
  'solid.tsx': `/** @jsxImportSource solid-js */
import type {} from '${name}/solid';
export const line = <financing-estimate on:financing-estimate={({ estimate }) => estimate.apr.toFixed()} />;`,
  'svelte.ts': `import type { SvelteHTMLElements } from 'svelte/elements';
import type {} from '${name}/svelte';
export const line: SvelteHTMLElements['financing-estimate'] = {
  'onfinancing-estimate': ({ estimate }) => estimate.apr.toFixed(),
};`,
  'vue.ts': `import type { GlobalComponents } from 'vue';
import type {} from '${name}/vue';
export const line: InstanceType<GlobalComponents['financing-estimate']>['$props'] = {
  onFinancingEstimate: ({ estimate }) => estimate.apr.toFixed(),
};`,
};
const tags = ['financing-estimate', 'prequal-button', 'pay-over-time-button'];

/** A project with the package installed. */
const consumer = temporaryFolder({ after });
const installed = join(consumer, 'node_modules', name);
let tarball: string;

before(() => {
  // A shell finds npm under the system's name for it (npm.cmd).
  run('npm', ['pack', '--silent', '--pack-destination', consumer], { cwd: root, shell: true });
  tarball = readdirSync(consumer).find((file) => file.endsWith('.tgz'))!;
  run('tar', ['-xzf', tarball]);
  mkdirSync(dirname(installed));
  renameSync(join(consumer, 'package'), installed);
  const dependencies = { ...manifest.dependencies, ...manifest.peerDependencies };
  // A project that uses ./node has Node's types.
  for (const dependency of [...Object.keys(dependencies), '@types/node']) {
    const link = join(consumer, 'node_modules', dependency);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', dependency), link, 'junction');
  }
  writeFileSync(join(consumer, 'package.json'), '{"type": "module"}');
});

describe('The package', () => {
  it('contains only the build and the documents', () => {
    const allowed =
      /^(dist[\\/].+\.(js|d\.ts|json)|dist[\\/](elements\.css|head\.html)|dist[\\/](packages[\\/])?LICENSES\.md|package\.json|README\.md|LICENSE|(CHANGELOG|SECURITY)\.md|docs[\\/]([\w-]+[\\/])?[\w-]+\.(md|png)|demo[\\/].+\.(html|css|js|svg)|recipes[\\/].+\.(astro|conf|css|html|js|json|liquid|md|mjs|php|py|rb|svelte|ts|tsx|txt|vue)|ops[\\/](Dockerfile|([\w-]+[\\/])*[\w-]+\.(cfg|conf|json|mjs|service|yaml|yml)))$/;
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
    assertNone(files.filter((file) => !allowed.test(file) || /\.(test|browser)\./.test(file)));
  });

  it('contains each file that its README, guides, and recipes link to', () => {
    const documents = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    const links = documents.flatMap((document) => {
      const text = readFileSync(join(installed, document), 'utf8');
      return [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => ({
        document,
        link,
      }));
    });
    for (const link of ['docs/server.md', 'SECURITY.md', 'LICENSE', 'docs/product-page.png']) {
      assert.ok(
        links.some((each) => each.document === 'README.md' && each.link === link),
        link,
      );
    }
    const missing = links.filter(
      ({ document, link }) => !existsSync(join(installed, dirname(document), link)),
    );
    // Contributors have a clone, and the page of the registry links to the repository.
    assert.deepEqual(missing, [{ document: 'README.md', link: 'CONTRIBUTING.md' }]);
  });

  it('imports only its declared dependencies', () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    const imported = files
      .filter((file) => /\.(js|d\.ts)$/.test(file))
      .map((file) => readFileSync(join(installed, 'dist', file), 'utf8'))
      .flatMap((code) => ts.preProcessFile(code).importedFiles)
      .map(({ fileName }) => fileName);
    const packages = new Set(imported.filter((path) => !/^(\.|#|node:)/.test(path)).map(packageOf));
    assert.ok(packages.has('lit'));
    assertNone([...packages].filter((each) => !declared.includes(each)));
  });

  it('contains the license of each bundled package, and doesn’t install these packages', () => {
    const held = (folder: string) =>
      readFileSync(join(installed, folder, 'LICENSES.md'), 'utf8')
        .split(/^## /m)
        .slice(1);
    const [elements, others] = [held('dist'), held('dist/packages')];
    for (const license of [...elements, ...others]) {
      assert.match(license, /Permission is hereby granted|Redistribution and use|Apache License/);
    }
    const namesOf = (licenses: string[]) => licenses.map((license) => license.split(' - ')[0]);
    assert.ok(namesOf(elements).includes('lit-html'));
    assert.deepEqual(namesOf(others), [
      '@opentelemetry/api',
      'bintrees',
      'csv-parse',
      'prom-client',
      'tdigest',
    ]);
    const fetched = Object.keys(manifest.dependencies);
    assert.deepEqual(fetched, ['lean-qr', 'lit', 'lru-cache', 'srvx', 'undici', 'zod']);
  });

  it('keeps bundlers from dropping imports with side effects', () => {
    const paths = ['.', './script-tag', './elements.css'];
    const targets = paths.map((path) => fileOf(manifest.exports[path]!));
    assertNone(targets.filter((target) => !manifest.sideEffects.includes(target)));
  });

  it('contains no path of the machine that built it', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true });
    const naming = files
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file, 'utf8').includes(root));
    assert.deepEqual(naming, []);
  });

  it('satisfies publint', () => {
    run(join(bin, 'publint'), ['run', '--strict', installed]);
  });

  it('satisfies arethetypeswrong', () => {
    const options = ['--profile', 'esm-only', '--exclude-entrypoints', './elements.css'];
    run(join(bin, 'attw'), [tarball, ...options]);
  });

  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    it(`has types for moduleResolution ${moduleResolution} in TypeScript 6 and 7`, () => {
      const lines = subpaths.map(
        (path) => `export * as ${JSON.stringify(path)} from ${JSON.stringify(specifier(path))};`,
      );
      lines.push(`import '${name}/elements.css';`);
      checkTypes('all.ts', lines.join('\n'), { module, moduleResolution, types: ['node'] });
    });
  }

  for (const [file, code] of Object.entries(scriptTagPages)) {
    it(`has event types with the types of a single framework, in ${file}`, () => {
      const modules = { module: 'esnext', moduleResolution: 'bundler', types: [] };
      checkTypes(file, code, { ...modules, jsx: 'preserve', skipLibCheck: true });
    });
  }
});

describe('The command of the package', () => {
  const main = join(installed, 'dist/cli/main.js');

  it('demo serves the shop from the package', async (t) => {
    const demo = spawn(process.execPath, [main, 'demo', '--port', '0'], { stdio: 'pipe' });
    t.after(() => demo.kill());
    const url = (await firstLine(demo)).replace('listening on ', '');
    for (const path of ['/', '/product.html', '/shop.css', '/financing/elements.js']) {
      assert.equal((await fetch(url + path)).status, 200, path);
    }
  });

  it('serve uses its own dependencies: metrics and a CSV file of locations', async (t) => {
    const stores = join(consumer, 'stores.csv');
    writeFileSync(stores, 'location,legalName\nmain-street,"Main Street, Inc."\n');
    const ports = ['--port', '0', '--metrics-port', '0'];
    const args = [main, 'serve', '--sandbox', ...ports, '--locations-file', stores];
    const serve = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => serve.kill());
    const metrics = await fetch((await firstLine(serve)).replace('metrics on ', ''));
    assert.match(await metrics.text(), /^financing_build_info\{/m);
  });
});

describe('The package in Node', () => {
  for (const path of typesOnly) {
    it(`imports ${specifier(path)} without other entry points`, () => {
      const script = `console.log(Object.keys(await import('${specifier(path)}')))`;
      assert.equal(run(process.execPath, ['--input-type=module', '--eval', script]), '[]\n');
      assert.doesNotMatch(
        readFileSync(join(installed, `dist/markup/${path}.js`), 'utf8'),
        /import/,
      );
    });
  }

  // The file of the script tag is for browsers only.
  for (const path of subpaths.filter((path) => ![...typesOnly, './script-tag'].includes(path))) {
    it(`imports ${specifier(path)}`, () => {
      const script = `console.log(Object.keys(await import('${specifier(path)}')).length)`;
      const exported = run(process.execPath, ['--input-type=module', '--eval', script]);
      assert.ok(Number.parseInt(exported) > 0, `${path} exports nothing`);
    });
  }
});

describe('A bundle for browsers', () => {
  for (const [path, exported] of Object.entries(serverOnly)) {
    it(`can’t contain ${name}/${path}`, async () => {
      const code = `import { ${exported} } from '${name}/${path}'; ${exported}();`;
      await assert.rejects(bundle(code), new RegExp(`"${exported}" is not exported`));
    });
  }

  it('can contain the proxy for a worker, without node: modules', async () => {
    const code = `import { createFinancingProxy } from '${name}/proxy'; createFinancingProxy();`;
    const { modules } = await bundle(code, ['workerd', 'browser']);
    assertNone(modules.filter((id) => /^node:|browser-external/.test(id)));
  });

  it('fails at run time if it didn’t fail at build time', async () => {
    const file = pathToFileURL(join(installed, 'dist/server-only.js')).href;
    await assert.rejects(import(file), /belong on a server/);
  });

  it('of the elements has the three tags and no zod', async () => {
    const { code, modules } = await bundle(`import '${name}';`);
    assertNone(tags.filter((tag) => !code.includes(tag)));
    assertNone(modules.filter((id) => id.includes('/zod/')));
  });

  it('of the client has no zod and no lit', async () => {
    const { modules } = await bundle(
      `import * as client from '${name}/client'; console.log(client);`,
    );
    assertNone(modules.filter((id) => /\/(zod|lit)\//.test(id)));
  });
});

/** Returns the first line that a program prints. */
async function firstLine({ stdout }: { readonly stdout: Readable }): Promise<string> {
  for await (const line of createInterface(stdout)) return line;
  throw new Error('It printed nothing');
}

/** Returns the file that a bundler resolves for an export. */
function fileOf(target: Target): string {
  return typeof target === 'string' ? target : target.default;
}

/** Returns the package of an import, such as `@scope/name` for `@scope/name/file`. */
function packageOf(path: string): string {
  const [scope = '', sub] = path.split('/');
  return scope.startsWith('@') ? `${scope}/${sub}` : scope;
}

function specifier(path: string): string {
  return path.replace('.', name);
}

/** Runs a program in the user's project by default, and returns its output. */
function run(program: string, args: string[], options: SpawnSyncOptions = {}): string {
  const result = spawnSync(program, args, { cwd: consumer, encoding: 'utf8', ...options });
  const output = `${result.stdout}${result.stderr}`;
  assert.equal(result.status, 0, `${program} ${args.join(' ')} failed:\n${output}`);
  return output;
}

/** Type-checks a file of the user's project with TypeScript 6 and 7. */
function checkTypes(file: string, code: string, options: object): void {
  const compilerOptions = { strict: true, noEmit: true, ...options };
  const config = JSON.stringify({ compilerOptions, files: [file] });
  writeFileSync(join(consumer, 'tsconfig.json'), config);
  writeFileSync(join(consumer, file), code);
  for (const compiler of ['tsc', 'tsc6']) run(join(bin, compiler), []);
}

async function bundle(code: string, conditions?: string[]) {
  const input = join(consumer, 'entry.js');
  writeFileSync(input, code);
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    root: consumer,
    ...(conditions && { resolve: { conditions } }),
    build: { write: false, rolldownOptions: { input } },
  })) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((output) => output.type === 'chunk');
  return {
    code: chunks.map((chunk) => chunk.code).join('\n'),
    modules: chunks.flatMap((chunk) => chunk.moduleIds),
  };
}
