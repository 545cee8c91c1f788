/**
 * Holds the arrows of the design: data flows one way, the page never loads zod, credentials never
 * reach the page, and Node is needed by the Node adapter and the command only. Type imports are
 * free, since they vanish.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';

const src = join(import.meta.dirname, '../../src');

/**
 * What each room may import at run time, besides itself: packages, and rooms or files of ours
 * (with their extension). `x/*` is everything below x, `*` everything. A file may have a row of its
 * own, which then holds instead of its room's.
 */
const arrows: Record<string, string[]> = {
  'index.ts': ['elements', 'client'],
  'script-tag.ts': ['elements', 'client'],
  'server-only.ts': [],
  'react.ts': [],
  'vue.ts': [],
  contract: ['zod'],
  'contract/routes.ts': [],
  client: ['contract/routes.ts'],
  elements: ['lit', 'lit/*', 'client'],
  internal: ['zod'],
  service: ['zod', 'contract', 'internal'],
  proxy: [
    'zod',
    'libphonenumber-js/*',
    'lru-cache',
    'srvx',
    '#elements-script',
    'contract',
    'internal',
    'service',
  ],
  sandbox: ['zod', 'contract'],
  'sandbox/msw.ts': ['msw', 'contract', 'sandbox'],
  node: ['node:*', 'srvx', 'srvx/*', 'undici', 'proxy/stores/store.ts', 'internal'],
  cli: ['*', '!elements', '!index.ts', '!script-tag.ts'],
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

function roomOf(file: string): string {
  return file.split('/')[0]!;
}

function isAllowed(file: string, target: string): boolean {
  const row = arrows[file];
  if (!row && files.includes(target) && roomOf(target) === roomOf(file)) return true;
  const patterns = row ?? arrows[roomOf(file)] ?? [];
  if (patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1), target))) {
    return false;
  }
  return patterns.some((pattern) => matches(pattern, target));
}

function matches(pattern: string, target: string): boolean {
  if (pattern.endsWith('*')) return target.startsWith(pattern.slice(0, -1));
  return target === pattern || (files.includes(target) && roomOf(target) === pattern);
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
