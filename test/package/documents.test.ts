/** Holds what the documents say of the repository: the files, the functions in them, and the commands. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { languages } from '../../src/elements/text.js';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const guides = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...guides.map((file) => `docs/${file}`),
];

/** A path of the repository in code marks, and the name in parentheses that stands after it. */
const mention =
  /`((?:src|test|build|bench|demo|docs|\.ci)\/[\w./-]*[\w])`(?: \(`(\w+)`\))?|\]\((?!https?:|#)([^)#]+)/g;

/** Words in place of the shopper, the request, the proxy. */
const vagueSubject = /\b((no|some|any)body|who(so)?ever)\b/i;

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

/** The files below a folder, as paths with slashes. */
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(js|tsx?)$/.test(file) && !file.includes('/node_modules/'));

describe('Sources and tests', () => {
  for (const folder of ['src', 'build', 'demo', 'bench', 'test']) {
    it(`name their subjects in ${folder}/`, () => {
      assert.deepEqual(
        filesIn(folder).filter((file) => vagueSubject.test(read(file))),
        [],
      );
    });
  }
});

describe('test/', () => {
  it('has no file of more than 400 lines', () => {
    const long = filesIn('test').filter((file) => read(file).split('\n').length > 401);
    assert.deepEqual(long, []);
  });

  it('has the rooms of src', () => {
    for (const room of ['proxy', 'elements', 'cli', 'sandbox']) {
      const folders = filesIn(`test/${room}`).map((file) =>
        posix.dirname(file).replace('test/', 'src/'),
      );
      for (const folder of new Set(folders)) assert.ok(existsSync(join(root, folder)), folder);
    }
  });

  it('has at most 25 files that only help tests, besides the runner, the engines and what tests serve', () => {
    const tools =
      /^test\/(runner|engines|frameworks|mutation)\/|^test\/page\/[a-z]+\.js$|^test\/trial\/[a-z]+\.ts$/;
    const served = /^test\/runtimes\/(app|on-\w+|workerd-edge)\.js$/;
    const helpers = filesIn('test').filter(
      (file) => !/\.(test|browser)\.ts$/.test(file) && !tools.test(file) && !served.test(file),
    );
    assert.ok(helpers.length <= 25, helpers.join('\n'));
  });
});
