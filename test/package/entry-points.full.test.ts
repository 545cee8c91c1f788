/**
 * Compares the exports of each server entry point, including types, with entry-points.txt. After an intended change,
 * `UPDATE_INTERFACE=1 npm run test:node -- entry-points` updates the file.
 */
import { join } from 'node:path';
import { it } from 'node:test';
import ts from 'typescript';
import { assertSnapshot } from '../support/assertions.js';

const src = join(import.meta.dirname, '../../src');
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
  assertSnapshot(join(import.meta.dirname, 'entry-points.txt'), lines);
});
