/**
 * Checks what an editor shows on hover: each field of an exported type has a comment. Reads the declarations in dist,
 * because the compiler drops the comments of inferred types.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ts from 'typescript';
import type * as z from 'zod';
import * as contract from '../../src/contract/index.js';
import { built } from '../runner/fresh-build.js';

const entries = [
  'index',
  'script-tag',
  ...['contract', 'client', 'service', 'proxy', 'node', 'workers', 'sandbox'].map(
    (room) => `${room}/index`,
  ),
  'sandbox/msw',
];

const files = entries.map((entry) => built(`${entry}.d.ts`));
const program = ts.createProgram(files, {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  exactOptionalPropertyTypes: true,
  types: ['node'],
});
const checker = program.getTypeChecker();

/** Returns the exported types of an entry point by name. */
function exportedTypes(file: string): [name: string, type: ts.Type][] {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = resolve(exported);
    const hasFields = symbol.flags & (ts.SymbolFlags.Type & ~ts.SymbolFlags.TypeParameter);
    return hasFields ? [[exported.name, checker.getDeclaredTypeOfSymbol(symbol)]] : [];
  });
}

const resolve = (symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** Returns the code that declares a type alias, or an empty string for other exports. */
const declarationOf = (symbol: ts.Symbol) =>
  resolve(symbol).declarations?.find(ts.isTypeAliasDeclaration)?.type.getText() ?? '';

/** Returns true for a union of strings, such as the verticals. */
function isEnum(symbol: ts.Symbol): boolean {
  const type = checker.getDeclaredTypeOfSymbol(resolve(symbol));
  return type.isUnion() && type.types.every((part) => part.isStringLiteral());
}

/** Returns the fields of a type that this package declares, except for those that only its own classes can reach. */
function fieldsOf(type: ts.Type): ts.Symbol[] {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (type.isUnion() ? type.types : [type])
    .flatMap((part) => checker.getPropertiesOfType(part))
    .filter(({ name, declarations = [] }) => {
      const isOurs = declarations.some(
        (declaration) =>
          declaration.getSourceFile().fileName.includes('/dist/') &&
          !declaration.getSourceFile().fileName.includes('/node_modules/') &&
          !(ts.getCombinedModifierFlags(declaration) & hidden),
      );
      // Called by the browser, not by the page.
      return isOurs && !/^(__|#|(connected|disconnected|attributeChanged)Callback$)/.test(name);
    });
}

const docOf = (symbol: ts.Symbol) =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ');

/** Lists the fields without a comment, including those of inline object types. */
function undocumented(path: string, type: ts.Type): string[] {
  return fieldsOf(type).flatMap((field) => {
    const inside: ts.Symbol[] = [];
    const collect = (node: ts.Node): void => {
      if (ts.isPropertySignature(node)) inside.push(checker.getSymbolAtLocation(node.name)!);
      ts.forEachChild(node, collect);
    };
    for (const declaration of field.declarations ?? []) ts.forEachChild(declaration, collect);
    return [field, ...inside]
      .filter((symbol) => docOf(symbol) === '')
      .map(({ name }) => `${path}.${name === field.name ? '' : `${field.name}.`}${name}`);
  });
}

describe('An editor', () => {
  for (const [index, entry] of entries.entries()) {
    it(`shows a comment for each field of all types exported by ${entry}`, () => {
      const types = exportedTypes(files[index]!);
      const count = types.reduce((sum, [, type]) => sum + fieldsOf(type).length, 0);
      assert.ok(count > 0 || entry === 'script-tag', 'no type with fields was found');
      assert.deepEqual(
        types.flatMap(([name, type]) => undocumented(name, type)),
        [],
      );
    });
  }

  it('shows an interface instead of an inferred type for each exported object', () => {
    const inferred = files.flatMap((file) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
      return checker
        .getExportsOfModule(module)
        .filter((exported) => !isEnum(exported) && declarationOf(exported).includes('z.'))
        .map(({ name }) => name);
    });
    assert.deepEqual(inferred, []);
  });

  it('shows the same description as the OpenAPI document', () => {
    const schemas = new Map<string, unknown>(Object.entries(contract));
    const types = exportedTypes(built('contract/index.d.ts'));
    const differing = types.flatMap(([name, type]) => {
      const { shape } = (schemas.get(`${name}Schema`) ?? {}) as { shape?: z.ZodRawShape };
      if (!shape) return [];
      const docs = new Map(fieldsOf(type).map((field) => [field.name, docOf(field)]));
      return Object.entries(shape)
        .filter(([field, schema]) => {
          const { description } = schema as z.ZodType;
          return description !== undefined && !docs.get(field)?.includes(description);
        })
        .map(([field]) => `${name}.${field}`);
    });
    assert.deepEqual(differing, []);
    assert.ok(types.some(([name]) => schemas.has(`${name}Schema`)));
  });
});
