/** Checks what the documents say about the repository: files, functions, and commands. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { languages } from '../../src/elements/element-text.js';
import { verticals } from '../../src/contract/index.js';
import { assertNone } from '../support/assertions.js';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md'));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  '.github/MAINTAINING.md',
  'SECURITY.md',
  'site/index.md',
  ...guides.map((file) => `docs/${file}`),
  ...readdirSync(join(root, 'recipes'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => `recipes/${file.replaceAll('\\', '/')}`),
];

/** Matches a path of the repository in code marks, and a name in parentheses after it. */
const mention =
  /`((?:src|test|build|bench|demo|docs|site|recipes|\.ci|\.github)\/[\w./-]*[\w])`(?: \(`(\w+)`\))?|\]\((?!https?:|#)([^)#]+)/g;

/** Matches a link to a heading of the same or another document. */
const anchoredLink = /\]\(((?!https?:)[^)#\s]*\.md)?#([^)\s]+)\)/g;

/** Returns GitHub's anchors for the headings of a document, except for numbered duplicates. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Matches a loop without a counter, with its indented body. */
const loop = /^( *)((?:while \(|do \{|for \(.*; ?;).*)(?:\n\1(?: .*|\) \{)|\n(?=\n))*/gm;

/** The loops that end with something other than a time limit or the test, and why they end. */
const endedLoops = [
  'test/cli/command.ts: for (;;) {', // the end of the command
  'test/engines/webkit.js: for (let attempt = 0; ; attempt++) {', // 200 attempts
  'test/service/response-floods.trial.test.ts: while (isRunning) {', // the end of the work
  'test/support/trial.ts: while (!isOver) {', // the end of the work
  'test/support/until.ts: for (let cause: unknown; ;) {', // its time limit
  'test/support/until.ts: while (!condition()) {', // its time limit
];

/** Lists the loops of a test that wait for something that may never happen. */
function waitingLoops(file: string): string[] {
  const text = read(file);
  const isEndedWithTest = text.includes('t.after(() => (isOver = true))');
  return [...text.matchAll(loop)]
    .filter(([code]) => /\bawait\b/.test(code))
    .map(([, , head = '']) => head)
    .filter((head) => !/^while \((performance\.now|elapsed)\(\) </.test(head))
    .filter((head) => !(isEndedWithTest && head.startsWith('while (!isOver')))
    .map((head) => `${file}: ${head}`);
}

for (const document of documents) {
  describe(document, () => {
    const text = read(document);

    it('names files that exist, with their contents', () => {
      for (const [, path, name, link] of text.matchAll(mention)) {
        const file = path ?? posix.join(posix.dirname(document), link!);
        // Written by `npm run bench`.
        if (file.startsWith('bench/results')) continue;
        assert.ok(existsSync(join(root, file)), `there is no ${file}`);
        if (name !== undefined) assert.match(read(file), new RegExp(`\\b${name}\\b`), file);
      }
    });

    it('links to headings that exist', () => {
      for (const [, path = '', anchor = ''] of text.matchAll(anchoredLink)) {
        const file = path === '' ? document : posix.join(posix.dirname(document), path);
        assert.ok(anchorsOf(read(file)).includes(anchor), `${file} has no heading #${anchor}`);
      }
    });

    it('names commands that package.json has', () => {
      for (const [, command = ''] of text.matchAll(/npm run ([\w:]+)/g)) {
        assert.ok(command in scripts, `npm run ${command}`);
      }
    });
  });
}

describe('The languages of the elements', () => {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  for (const [file, sentence] of [
    ['README.md', /^\| Languages .*$/m],
    ['docs/texts.md', /^The elements have texts in .*$/m],
  ] as const) {
    it(`are listed in ${file}`, () => {
      const [found = ''] = sentence.exec(read(file)) ?? [];
      const missing = languages().filter((language) => !found.includes(names.of(language)!));
      assert.deepEqual(missing, [], `add ${missing} to ${file}: ${found}`);
    });
  }
});

/** Installed or generated. */
const foreign = /^(node_modules|dist|cache|projects)$/;

/** Lists the sources below a folder, as paths with slashes. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return foreign.test(entry.name) ? [] : filesIn(path);
    return /\.(jsx?|mjs|tsx?|vue|php|py|rb)$/.test(path) ? [path] : [];
  });
}

const maxHelperFiles = 28;

describe('test/', () => {
  it('waits only with `until` and `eventually`, which have time limits', () => {
    assert.deepEqual(filesIn('test').flatMap(waitingLoops).sort(), endedLoops);
  });

  it('has the folders of src', () => {
    const flat = ['client', 'contract', 'internal', 'node', 'service', 'words'];
    for (const room of [...flat, 'proxy', 'elements', 'cli', 'sandbox']) {
      const folders = filesIn(`test/${room}`).map((file) =>
        posix.dirname(file).replace('test/', 'src/'),
      );
      // A folder of tests covers a folder of src or one file.
      for (const folder of new Set(folders)) {
        assert.ok(
          [folder, `${folder}.ts`].some((path) => existsSync(join(root, path))),
          folder,
        );
      }
    }
  });

  it(`has at most ${maxHelperFiles} helper files, besides tools, trials, recipes, and served files`, () => {
    const tools =
      /^test\/(runner|engines|frameworks|mutation|recipes|site)\/|^test\/page\/[a-z]+\.js$|^test\/trial\/[a-z]+\.ts$/;
    const served = /^test\/runtimes\/(app|on-\w+|workerd-edge)\.js$/;
    const helpers = filesIn('test').filter(
      (file) => !/\.(test|browser)\.ts$/.test(file) && !tools.test(file) && !served.test(file),
    );
    assert.ok(helpers.length <= maxHelperFiles, helpers.join('\n'));
  });
});

const rows = read('docs/display-and-law.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2) // the heading and its rule
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, verticals = '', rule = '', , follows = '', checked = '']) => {
    return { verticals, rule, follows, checked };
  });

describe('The table of laws', () => {
  for (const vertical of verticals) {
    it(`has a rule for ${vertical}`, () => {
      assert.ok(rows.some((row) => row.verticals.includes(`\`${vertical}\``)));
    });
  }

  it('has a link, a consequence, and a review date for each rule', () => {
    assertNone(
      rows.filter(
        ({ rule, follows, checked }) =>
          !/\]\(https:\/\//.test(rule) || !follows || !/^2026-\d\d-\d\d$/.test(checked),
      ),
    );
  });
});
