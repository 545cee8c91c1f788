/**
 * Holds the names that each entry point for servers exports, types included: they are the public interface. After a change
 * that is meant, `UPDATE_INTERFACE=1 npm run test:node -- entry-points` writes them anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import ts from 'typescript';

const src = join(import.meta.dirname, '../../src');

const file = join(import.meta.dirname, 'entry-points.txt');
const entries = ['contract', 'service', 'proxy', 'node', 'workers'];

it('Each entry point exports the same names', () => {
  const files = entries.map((entry) => join(src, entry, 'index.ts'));
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true };
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const lines = entries.flatMap((entry, index) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(files[index]!)!)!;
    const names = checker.getExportsOfModule(module).map(({ name }) => name);
    return names.sort().map((name) => `${entry} ${name}`);
  });
  const text = `${lines.join('\n')}\n`;
  if (process.env['UPDATE_INTERFACE']) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
});
