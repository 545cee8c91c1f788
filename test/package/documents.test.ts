/** Holds what the documents say of the repository: the files, the functions in them, and the commands. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { languages } from '../../src/elements/text.js';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md'));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'site/index.md',
  ...guides.map((file) => `docs/${file}`),
  ...readdirSync(join(root, 'recipes'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => `recipes/${file.replaceAll('\\', '/')}`),
];

/** A path of the repository in code marks, and the name in parentheses that stands after it. */
const mention =
  /`((?:src|test|build|bench|demo|docs|site|recipes|\.ci)\/[\w./-]*[\w])`(?: \(`(\w+)`\))?|\]\((?!https?:|#)([^)#]+)/g;

/** Words in place of the shopper, the request, the proxy. */
const vagueSubject = /\b((no|some|any)body|who(so)?ever|what\s+is\s+none)\b/i;

/** A loop in one line that waits, except for load that a flag ends: what it waits for may never come. */
const endlessWait = /\bwhile \((?!!isOver\)).*\bawait\b/;

for (const document of documents) {
  describe(document, () => {
    const text = read(document);

    it('names files that exist, and what they hold', () => {
      for (const [, path, name, link] of text.matchAll(mention)) {
        const file = path ?? posix.join(posix.dirname(document), link!);
        // Made by `npm run bench`.
        if (file.startsWith('bench/results')) continue;
        assert.ok(existsSync(join(root, file)), `there is no ${file}`);
        if (name !== undefined) assert.match(read(file), new RegExp(`\\b${name}\\b`), file);
      }
    });

    it('names its subjects', () => {
      assert.doesNotMatch(text, vagueSubject);
    });

    it('names commands that package.json has', () => {
      for (const [, command = ''] of text.matchAll(/npm run ([\w:]+)/g)) {
        assert.ok(command in scripts, `npm run ${command}`);
      }
    });
  });
}

describe('README.md', () => {
  it('names the languages of the elements', () => {
    const [row = ''] = /^\| Languages .*$/m.exec(read('README.md')) ?? [];
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const language of languages()) assert.ok(row.includes(names.of(language)!), language);
  });
});

/** What is installed or made, and not ours. */
const foreign = /^(node_modules|dist|cache|projects)$/;

/** The sources below a folder, as paths with slashes. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return foreign.test(entry.name) ? [] : filesIn(path);
    return /\.(jsx?|mjs|tsx?|vue|php|py|rb)$/.test(path) ? [path] : [];
  });
}

describe('Sources and tests', () => {
  const folders = ['src', 'build', 'demo', 'bench', 'test', 'site', 'recipes'];
  const inRoot = readdirSync(root).filter((file) => /\.(js|ts)$/.test(file));
  it('name their subjects', () => {
    const vague = [...inRoot, ...folders.flatMap(filesIn)].filter((file) =>
      vagueSubject.test(read(file)),
    );
    assert.deepEqual(vague, []);
  });
});

describe('A file', () => {
  const limits = { src: 250, test: 400 };
  for (const [folder, limit] of Object.entries(limits)) {
    it(`of ${folder}/ has at most ${limit} lines`, () => {
      const long = filesIn(folder).filter((file) => read(file).split('\n').length > limit + 1);
      assert.deepEqual(long, []);
    });
  }
});

describe('test/', () => {
  it('waits for nothing without an end, but with `until` and `eventually`', () => {
    const loops = filesIn('test').flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => endlessWait.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    assert.deepEqual(loops, []);
  });

  it('has the rooms of src', () => {
    for (const room of ['proxy', 'elements', 'cli', 'sandbox']) {
      const folders = filesIn(`test/${room}`).map((file) =>
        posix.dirname(file).replace('test/', 'src/'),
      );
      for (const folder of new Set(folders)) assert.ok(existsSync(join(root, folder)), folder);
    }
  });

  it('has at most 25 files that only help tests, besides the tools, the trials, the recipes and what tests serve', () => {
    const tools =
      /^test\/(runner|engines|frameworks|mutation|recipes|site)\/|^test\/page\/[a-z]+\.js$|^test\/trial\/[a-z]+\.ts$/;
    const served = /^test\/runtimes\/(app|on-\w+|workerd-edge)\.js$/;
    const helpers = filesIn('test').filter(
      (file) => !/\.(test|browser)\.ts$/.test(file) && !tools.test(file) && !served.test(file),
    );
    assert.ok(helpers.length <= 25, helpers.join('\n'));
  });
});
