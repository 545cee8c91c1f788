/**
 * Holds the arrows of the design: data flows one way, the page never loads zod, credentials never reach the page, and
 * Node is needed by the Node adapter and the command only. Type imports are free, since they vanish.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';

const src = join(import.meta.dirname, '../../src');

/**
 * What each room may import at run time, besides itself: packages, and rooms or files of ours (with their extension).
 * A room with an `index.ts` is entered through it alone. `x/*` is everything below x, `*` everything. A row for a folder
 * or a file holds instead of the row of the room around it.
 */
const arrows: Record<string, string[]> = {
  // For the page.
  'index.ts': ['elements/*', 'page/*', 'client/*'],
  'script-tag.ts': ['elements/*', 'page/*'],
  'server-only.ts': [],
  markup: [],
  elements: ['lit', 'lit/*', 'page/*', 'client/*'],
  page: ['client/*', 'internal/nearest.ts'],
  client: ['contract/routes.ts'],

  // For all.
  contract: ['zod', 'contract/routes.ts'],
  'contract/routes.ts': [],
  internal: [],
  'internal/settings': ['zod', 'internal/nearest.ts'],

  // For servers.
  service: ['zod', 'contract', 'internal', 'internal/settings'],
  'proxy/http': ['#elements-script', 'contract', 'service'],
  'proxy/stores': ['lru-cache', 'internal'],
  'proxy/log': ['service', 'proxy/http'],
  'proxy/observer': ['contract', 'service', 'proxy/http'],
  'proxy/links': [
    ...['zod', 'contract', 'internal', 'internal/settings', 'service'],
    ...['proxy/http', 'proxy/settings', 'proxy/stores'],
  ],
  'proxy/link-status': ['internal', 'proxy/http', 'proxy/stores'],
  'proxy/gates': [
    'zod',
    'libphonenumber-js/*',
    'lru-cache',
    ...['contract', 'internal', 'proxy/http', 'proxy/stores', 'proxy/links'],
  ],
  'proxy/webhooks': [
    ...['contract', 'internal', 'service'],
    ...['proxy/http', 'proxy/stores', 'proxy/log', 'proxy/gates', 'proxy/link-status'],
  ],
  'proxy/service-guard': ['lru-cache', 'contract', 'service', 'proxy/http'],
  'proxy/estimates': ['zod', 'lru-cache', 'contract', 'internal'],
  'proxy/openapi': ['zod', 'contract', 'proxy/http', 'proxy/gates'],
  'proxy/operations': ['lru-cache', 'proxy/gates', 'proxy/links'],
  'proxy/settings': [
    ...['zod', 'contract', 'internal', 'internal/settings', 'service/settings.ts'],
    ...['proxy/log', 'proxy/stores', 'proxy/observer'],
  ],
  proxy: [
    ...['contract', 'internal', 'internal/settings', 'service', 'proxy/settings'],
    ...['proxy/http', 'proxy/stores', 'proxy/log', 'proxy/links', 'proxy/link-status'],
    ...['proxy/gates', 'proxy/webhooks', 'proxy/service-guard', 'proxy/estimates'],
    ...['proxy/observer', 'proxy/openapi', 'proxy/operations'],
  ],
  'sandbox/state': ['zod', 'contract'],
  'sandbox/webhooks': ['contract', 'sandbox/state'],
  'sandbox/operations': ['zod', 'contract', 'sandbox/state', 'sandbox/webhooks'],
  'sandbox/pages': ['zod', 'contract', 'sandbox/state', 'sandbox/webhooks', 'sandbox/operations'],
  sandbox: ['contract', 'sandbox/state', 'sandbox/webhooks', 'sandbox/operations', 'sandbox/pages'],
  'sandbox/msw.ts': ['msw', 'contract', 'sandbox/*'],
  node: ['node:*', 'srvx', 'srvx/*', 'undici', 'internal', 'proxy/stores'],
  workers: ['internal', 'proxy/stores'],
  cli: ['*', '!elements', '!index.ts', '!script-tag.ts', '!csv-parse*', '!prom-client'],
  'cli/metrics/create-metrics.ts': ['prom-client', 'contract', 'cli/metrics/table.ts'],
  'cli/metrics/table.ts': [],
  'cli/locations/parse-csv.ts': ['csv-parse/sync'],
};

/** `contract/routes.ts`, relative to src. */
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));

const imports = new Map(files.map((file) => [file, runTimeImports(file)]));

describe('an import', () => {
  for (const room of new Set(files.map(roomOf))) {
    it(`goes where ${room} may go`, () => {
      assert.ok(arrows[room], `src/${room} has no row in the table above`);
      const wrong = files
        .filter((file) => roomOf(file) === room)
        .flatMap((file) => imports.get(file)!.map((target) => ({ file, target })))
        .filter(({ file, target }) => !isAllowed(file, target))
        .map(({ file, target }) => `src/${file} imports ${target}`);
      assert.deepEqual(wrong, []);
    });
  }

  it('makes no circle of rooms', () => {
    const rooms = new Map<string, string[]>();
    for (const [file, targets] of imports) {
      const others = targets.filter((target) => imports.has(target)).map(roomOf);
      const known = rooms.get(roomOf(file)) ?? [];
      rooms.set(roomOf(file), [...known, ...others.filter((room) => room !== roomOf(file))]);
    }
    assert.deepEqual(findCircle(rooms), []);
  });
});

/** The specifiers that are left once the types are gone; those of our files relative to src. */
function runTimeImports(file: string): string[] {
  const { outputText } = ts.transpileModule(readFileSync(join(src, file), 'utf8'), {
    compilerOptions: {
      verbatimModuleSyntax: true,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
    },
  });
  return ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => {
    if (!fileName.startsWith('.')) return fileName;
    return posix.join(posix.dirname(file), fileName).replace(/\.js$/, '.ts');
  });
}

/** The narrowest row of the table, else the folder in src. */
function roomOf(file: string): string {
  const [narrowest] = Object.keys(arrows)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length);
  return narrowest ?? file.split('/')[0]!;
}

function isAllowed(file: string, target: string): boolean {
  const room = roomOf(file);
  if (files.includes(target) && roomOf(target) === room && file !== room) return true;
  const patterns = arrows[room] ?? [];
  if (patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1), target))) {
    return false;
  }
  return patterns.some((pattern) => matches(pattern, target));
}

/** True when a row's entry covers a target: the package, the file, or the door of the room. */
function matches(pattern: string, target: string): boolean {
  if (pattern.endsWith('*')) return target.startsWith(pattern.slice(0, -1));
  return target === pattern || (roomOf(target) === pattern && isDoor(target));
}

/** True for the `index.ts` of a room, and for any file of a room without one. */
function isDoor(file: string): boolean {
  const room = roomOf(file);
  return file === room || file === `${room}/index.ts` || !files.includes(`${room}/index.ts`);
}

/** The first circle found, as `[a, b, a]`, or an empty array. */
function findCircle(graph: Map<string, string[]>): string[] {
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
