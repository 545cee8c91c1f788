/** Finds the phrases that most often made our text read like a translation, and words that replace a subject. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listFiles } from '../runner/select-files.js';

const root = join(import.meta.dirname, '../..');

const phrases: readonly [phrase: RegExp, instead: string][] = [
  [/\bbeside\b/gi, '"next to"'],
  [/\bof (?:its|their|your)\s+own\b/gi, '"its own …" or "a separate …"'],
  [/\bmeanwhile\b/gi, '"in the meantime", or nothing'],
  [/\bbut for (?:an?|it|its|that|the|those|what)\b/gi, '"except"'],
  [/\b(?:is|are|was|were) none of\b/gi, '"isn\'t one of"'],
  [/\bwhere (?:none|no)\b/gi, '"if there is no" or "without"'],
  [/\bin place of\b/gi, '"instead of"'],
  [/\bthat of\b/gi, 'the noun again'],
  [
    /\b((no|some|any)body|who(so)?ever|what\s+is\s+none)\b/gi,
    'the subject, such as the shopper, the request, or the proxy',
  ],
  [/\b(?:least|most)(?!Likely|Recent)[A-Z]\w*/g, 'a name with min or max, and the unit'],
  [
    /(?<=\/\*\*\s(?:\s*\* )?)(?:How|So many|What|Where|Whether|Which|Who)\b/g,
    'a comment that starts with a verb ("Returns …") or a noun ("The maximum …")',
  ],
];

const folders = [
  '.ci',
  '.github',
  'bench',
  'build',
  'demo',
  'docs',
  'ops',
  'recipes',
  'site',
  'src',
  'test',
];
const isText =
  /\.(?:astro|cfg|conf|css|html|js|liquid|md|mjs|oxlintrc\.json|php|py|rb|svelte|ts|tsx|vue|ya?ml)$|^\.ci\//;
const isNotOurs = /released|results|\/(?:cache|dist)\/|prose\.test\.ts$/;

const files = [...readdirSync(root), ...folders.flatMap((folder) => listFiles(folder))].filter(
  (file) => isText.test(file) && !isNotOurs.test(file),
);

const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

describe('The text of the repository', () => {
  for (const [phrase, instead] of phrases) {
    it(`uses ${instead}`, () => {
      const found = texts.flatMap(([file, text]) =>
        [...text.matchAll(phrase)].map(
          ({ 0: word, index }) =>
            `${file}:${lineAt(text, index)}: write ${instead}, not "${word.trim()}"`,
        ),
      );
      assert.ok(found.length === 0, `\n${found.join('\n')}`);
    });
  }
});
