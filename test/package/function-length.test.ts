/** Checks the length of each function in src, including factories. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';

const src = join(import.meta.dirname, '../../src');

const maxLines = 80;

/** Functions that are easier to read in one piece, with the reason. */
const exceptions: Readonly<Record<string, string>> = {};

/** Returns the number of lines of each function, by file and name. */
const lengths = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .flatMap(lengthsIn),
);

describe('A function in src', () => {
  it(`has at most ${maxLines} lines, unless it is easier to read in one piece`, () => {
    const tooLong = [...lengths]
      .filter(([name, lines]) => lines > maxLines && !Object.hasOwn(exceptions, name))
      .map(([name, lines]) => `${name}: ${lines} lines`);
    assert.deepEqual(tooLong, []);
  });

  it('is an exception only while it is longer', () => {
    const unneeded = Object.keys(exceptions).filter((name) => (lengths.get(name) ?? 0) <= maxLines);
    assert.deepEqual(unneeded, []);
  });
});

function lengthsIn(file: string): [name: string, lines: number][] {
  const text = readFileSync(join(src, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: [string, number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = node.getStart(source);
      found.push([`${file} ${nameOf(node, source)}`, lineOf(node.end) - lineOf(start) + 1]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the name of a function or of the variable that holds it. Otherwise, returns its line. */
function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  if (named) return named.getText(source);
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return `at line ${line + 1}`;
}
