/**
 * Checks the import rules of the design: data flows one way, the page never loads zod, credentials never reach the page, and
 * only the Node adapter and the command need Node. Types may be imported from anywhere, because such imports don't
 * exist at run time, but files and folders must not import each other in a circle, including types. That's why some files
 * declare a small interface for the class that uses them.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { assertNone } from '../support/assertions.js';

const src = join(import.meta.dirname, '../../src');

/**
 * The modules that each folder may import at run time besides its own: packages (`x/*` matches everything under `x/`) and
 * other folders. If a folder has an `index.ts`, others must import that file. A row for a file or a subfolder overrides the
 * row of its folder.
 */
const allowedImports: Record<string, string[]> = {
  // For the page. `client/index.ts` is an entry point of the package only: the page imports the files it needs, because
  // of their size.
  'index.ts': [
    'internal/natives.ts',
    'elements',
    'elements/financing-estimate',
    'elements/link-buttons',
    'page',
    'client',
  ],
  'script-tag.ts': ['elements', 'elements/financing-estimate', 'elements/link-buttons', 'page'],
  'server-only.ts': [],
  markup: [],
  elements: [
    'lit',
    'lit/*',
    'page',
    'client',
    'words',
    'contract/error-codes.ts',
    'internal/dollars.ts',
    'internal/natives.ts',
  ],
  'elements/financing-estimate': [
    'lit',
    'lit/*',
    'elements',
    'page',
    'client',
    'words',
    'internal/dollars.ts',
    'internal/natives.ts',
  ],
  'elements/link-buttons': [
    'lit',
    'lit/*',
    'lean-qr',
    'lean-qr/*',
    'elements',
    'page',
    'client',
    'words',
    'contract/error-codes.ts',
    'contract/prefill-fields.ts',
    'internal/dollars.ts',
    'internal/natives.ts',
  ],
  'elements/page-style-sheet.ts': [
    'lit',
    'elements/financing-estimate',
    'elements/link-buttons',
    'words',
  ],
  page: [
    'contract/estimate-query.ts',
    'internal/nearest.ts',
    'internal/dollars.ts',
    'client',
    'internal/natives.ts',
  ],
  'client/index.ts': [
    'client',
    'contract/error-codes.ts',
    'contract/estimate-amounts.ts',
    'internal/dollars.ts',
    'internal/options.ts',
    'words',
  ],
  client: [
    'contract/error-codes.ts',
    'contract/estimate-amounts.ts',
    'contract/estimate-query.ts',
    'contract/link-tracking.ts',
    'contract/page-paths.ts',
    'internal/dollars.ts',
    'internal/natives.ts',
    'internal/options.ts',
    'words',
  ],

  // For all folders. Estimates read the same on a page, in an email, and from the proxy.
  words: [
    'contract/estimate-amounts.ts',
    'internal/dollars.ts',
    'internal/escape-html.ts',
    'internal/options.ts',
  ],
  contract: [
    'zod',
    'contract/error-codes.ts',
    'contract/estimate-amounts.ts',
    'contract/estimate-query.ts',
    'contract/page-paths.ts',
    'contract/signed-bytes.ts',
    'internal',
    'internal/options.ts',
  ],
  'contract/signed-bytes.ts': [],
  'contract/error-codes.ts': [],
  'contract/estimate-amounts.ts': [],
  'contract/estimate-query.ts': [],
  'contract/link-tracking.ts': [],
  'contract/page-paths.ts': [],
  'contract/prefill-fields.ts': [],
  internal: [],
  'internal/dollars.ts': [],
  'internal/escape-html.ts': [],
  'internal/natives.ts': [],
  'internal/nearest.ts': [],
  // Every public function uses this file to reject invalid arguments.
  'internal/options.ts': ['internal/nearest.ts'],
  'internal/settings.ts': ['zod', 'internal/options.ts'],

  // What the build bundles, so that `npm install` doesn't fetch it.
  'packages/csv-parse.ts': ['csv-parse/sync'],
  'packages/prom-client.ts': ['prom-client'],

  // For servers.
  service: [
    'zod',
    'contract',
    'internal',
    'internal/options.ts',
    'internal/settings.ts',
    'service/service-settings.ts',
  ],
  'service/service-settings.ts': ['zod', 'internal/settings.ts'],
  proxy: [
    'zod',
    'lru-cache',
    '#elements-script',
    'contract',
    'internal',
    'internal/dollars.ts',
    'internal/options.ts',
    'internal/settings.ts',
    'service',
    'service/service-settings.ts',
    'words',
    'contract/estimate-amounts.ts',
    'contract/estimate-query.ts',
    'contract/link-tracking.ts',
    'contract/signed-bytes.ts',
    'proxy/fields',
    'proxy/hooks.ts',
    'proxy/log-events.ts',
    'proxy/observer-events.ts',
    'proxy/plain-response.ts',
    'proxy/problems.ts',
    'proxy/purchases/purchase.ts',
    'proxy/purchases/purchase-faults.ts',
    'proxy/store.ts',
    'proxy/purchases/purchase-token.ts',
    'proxy/report.ts',
    'proxy/proxy-settings.ts',
    'proxy/store-keys.ts',
    'proxy/thresholds.ts',
  ],
  // Files that the command, the adapters, and the build use without the rest of the proxy.
  'proxy/observer-events.ts': [],
  'proxy/plain-response.ts': [],
  'proxy/problems.ts': ['contract', 'service'],
  'proxy/hooks.ts': ['internal'],
  'proxy/purchases/purchase.ts': ['zod'],
  'proxy/purchases/purchase-faults.ts': ['internal/dollars.ts'],
  'proxy/purchases/purchase-token.ts': [
    'zod',
    'contract',
    'internal',
    'internal/options.ts',
    'internal/settings.ts',
    'proxy/purchases/purchase.ts',
    'proxy/proxy-settings.ts',
  ],
  'proxy/log-events.ts': ['internal', 'proxy/thresholds.ts'],
  'proxy/thresholds.ts': [],
  'proxy/report.ts': [
    'internal',
    'service',
    'proxy/log-events.ts',
    'proxy/problems.ts',
    'proxy/thresholds.ts',
  ],
  'proxy/store.ts': [
    'lru-cache',
    'zod',
    'internal',
    'internal/options.ts',
    'proxy/problems.ts',
    'proxy/store-keys.ts',
  ],
  'proxy/store-keys.ts': ['internal'],
  'proxy/fields': [
    'zod',
    'contract',
    'contract/prefill-fields.ts',
    'contract/estimate-query.ts',
    'internal',
    'internal/dollars.ts',
    'proxy/problems.ts',
  ],
  'proxy/proxy-settings.ts': [
    'zod',
    'contract',
    'internal',
    'internal/options.ts',
    'internal/settings.ts',
    'service/service-settings.ts',
    'proxy/log-events.ts',
    'proxy/observer-events.ts',
    'proxy/report.ts',
    'proxy/store.ts',
  ],
  sandbox: [
    'zod',
    'contract',
    'contract/estimate-amounts.ts',
    'internal',
    'internal/dollars.ts',
    'internal/escape-html.ts',
    'internal/options.ts',
  ],
  'sandbox/msw.ts': ['msw', 'contract', 'internal/options.ts', 'proxy', 'sandbox'],
  node: [
    'node:*',
    'srvx',
    'srvx/*',
    'undici',
    'internal',
    'internal/options.ts',
    'proxy/store.ts',
    'node/redis/redis-url.ts',
  ],
  'node/redis/redis-url.ts': ['internal/options.ts'],
  workers: ['internal', 'internal/options.ts', 'proxy/store.ts'],

  // The command. Printing `--help` and reading settings must load nothing else.
  cli: [
    'node:*',
    'zod',
    'contract',
    'internal',
    'internal/settings.ts',
    'internal/nearest.ts',
    'internal/options.ts',
    'internal/dollars.ts',
    'service',
    'node',
    'node/redis/redis-url.ts',
    'sandbox',
    'proxy',
    'packages/prom-client.ts',
    'packages/csv-parse.ts',
    'proxy/fields',
    'proxy/log-events.ts',
    'proxy/observer-events.ts',
    'proxy/problems.ts',
    'proxy/report.ts',
    'proxy/proxy-settings.ts',
    'proxy/purchases/purchase.ts',
    'proxy/purchases/purchase-faults.ts',
    'proxy/purchases/purchase-token.ts',
    'cli/command-error.ts',
    'cli/settings',
    'cli/locations/columns.ts',
  ],
  'cli/settings': [
    'node:*',
    'zod',
    'contract',
    'internal/settings.ts',
    'internal/nearest.ts',
    'proxy/proxy-settings.ts',
    'cli/command-error.ts',
    'cli/locations/columns.ts',
  ],
  'cli/command-error.ts': [],
  'cli/locations/columns.ts': [],
};

/** `contract/page-paths.ts`, relative to src. */
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));

const sources = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]));

describe('A folder', () => {
  it('has a row if it has an index.ts', () => {
    const folders = files
      .filter((file) => file.endsWith('/index.ts'))
      .map((file) => posix.dirname(file));
    assertNone(folders.filter((folder) => !allowedImports[folder]));
  });
});

describe('An import', () => {
  for (const folder of new Set(files.map(folderOf))) {
    it(`is allowed for ${folder}`, () => {
      assert.ok(allowedImports[folder], `src/${folder} has no row in the table above`);
      const wrong = files
        .filter((file) => folderOf(file) === folder)
        .flatMap((file) => runTimeImports(file).map((target) => ({ file, target })))
        .filter(({ file, target }) => !isAllowed(file, target))
        .map(({ file, target }) => `src/${file} imports ${target}`);
      assert.deepEqual(wrong, []);
    });
  }

  it('makes no circle of folders, including type imports', () => {
    const folders = new Map<string, Set<string>>();
    for (const [file, source] of sources) {
      const folder = folderOf(file);
      const others = folders.get(folder) ?? new Set<string>();
      folders.set(folder, others);
      for (const target of importsOf(file, source)) {
        if (sources.has(target) && folderOf(target) !== folder) others.add(folderOf(target));
      }
    }
    assert.deepEqual(findCircle(folders), []);
  });

  it('makes no circle of files, including type imports', () => {
    const imports = new Map<string, Set<string>>();
    for (const [file, source] of sources) {
      const targets = importsOf(file, source).filter((target) => sources.has(target));
      imports.set(file, new Set(targets));
    }
    assert.deepEqual(findCircle(imports), []);
  });
});

/** A statement that imports only types. */
const typeImport = /^(?:import|export) type [^;=]+ from '[^']+';$/gm;

/** Returns the specifiers that remain without types. Specifiers of our files are relative to src. */
function runTimeImports(file: string): string[] {
  return importsOf(file, sources.get(file)!.replaceAll(typeImport, ''));
}

/** Returns all specifiers in a file, including type imports. Those of our files are relative to src. */
function importsOf(file: string, code: string): string[] {
  return ts.preProcessFile(code).importedFiles.map(({ fileName }) => {
    if (!fileName.startsWith('.')) return fileName;
    return posix.join(posix.dirname(file), fileName).replace(/\.js$/, '.ts');
  });
}

/** Returns the most specific row of the table, or the folder in src. */
function folderOf(file: string): string {
  const [narrowest] = Object.keys(allowedImports)
    .filter((folder) => file === folder || file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length);
  return narrowest ?? file.split('/')[0]!;
}

function isAllowed(file: string, target: string): boolean {
  const folder = folderOf(file);
  if (!sources.has(target))
    return allowedImports[folder]!.some((pattern) => matches(pattern, target));
  if (folderOf(target) === folder) return true;
  return allowedImports[folder]!.includes(folderOf(target)) && isEntryPoint(target);
}

/** Returns true if an entry of a row covers a package. */
function matches(pattern: string, target: string): boolean {
  return pattern.endsWith('*') ? target.startsWith(pattern.slice(0, -1)) : target === pattern;
}

/** Returns true for the `index.ts` of a folder, and for any file of a folder without one. */
function isEntryPoint(file: string): boolean {
  const folder = folderOf(file);
  const entryPoint = `${folder}/index.ts`;
  return (
    file === entryPoint ||
    !files.some((other) => other === entryPoint && folderOf(other) === folder)
  );
}

/** Returns the first circle as `[a, b, a]`, or an empty array. */
function findCircle(graph: Map<string, Set<string>>): string[] {
  const done = new Set<string>();
  const visit = (node: string, path: string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...path, node]);
      if (circle.length > 0) return circle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
