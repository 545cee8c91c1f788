/**
 * Checks the declarations in dist: an editor shows a comment for each field of an exported type, which the compiler drops
 * from inferred types, and the compiler rejects unknown options.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import type * as z from 'zod';
import { proxySettings, webhookSettings } from '../../build/proxy-facts.js';
import * as contract from '../../src/contract/index.js';
import type { SettingTable } from '../../src/internal/settings.js';
import { serviceSettings } from '../../src/service/service-settings.js';
import type { Manifest } from '../elements/manifest.browser.js';
import { built } from '../runner/fresh-build.js';
import { assertNone } from '../support/assertions.js';

const entries = [
  'index',
  'script-tag',
  ...['contract', 'client', 'service', 'proxy', 'node', 'workers', 'sandbox'].map(
    (room) => `${room}/index`,
  ),
  'sandbox/msw',
];

const declared: [entry: string, name: string, table: SettingTable][] = [
  ['service/index.d.ts', 'FinancingServiceOptions', serviceSettings],
  ['proxy/index.d.ts', 'FinancingProxyOptions', proxySettings],
  ['proxy/index.d.ts', 'WebhookOptions', webhookSettings],
];

/** A program that uses the declarations. Each line that starts with `wrong` must be rejected. */
const consumer = `
import { createFinancingProxy, type WebhookOptions } from './proxy/index.js';
import { createFinancingService } from './service/index.js';

const required = { baseUrl: 'https://service.example', svcKey: 'key' };
const webhooks: WebhookOptions = { secrets: ['a', 'b'], onEvent: ({ eventType }) => void eventType };
createFinancingProxy({ ...required, locations: ['main-street'] as const, sms: undefined, webhooks });
createFinancingProxy({ ...required, logger: console, resolvePurchase: () => undefined });
createFinancingService({ ...required, timeout: 4_000, fetch: globalThis.fetch });

const wrong1 = createFinancingProxy({ svcKey: 'key' });
const wrong2 = createFinancingProxy({ ...required, location: ['main-street'] });
const wrong3 = createFinancingProxy({ ...required, locations: 'main-street' });
const wrong4 = createFinancingProxy({ ...required, rateLimit: '120' });
const wrong5 = createFinancingProxy({ ...required, sms: 'on' });
const wrong6 = createFinancingProxy({ ...required, store: {} });
const wrong7 = createFinancingProxy({ ...required, authorize: () => 'yes' });
const wrong8 = createFinancingProxy({ ...required, webhooks: { secret: ['a'] } });
const wrong9 = createFinancingService({ ...required, timeOut: 4_000 });
`;

const files = entries.map((entry) => built(`${entry}.d.ts`));
const consumerFile = join(built('.'), 'consumer.ts');
const program = createProgram();
const checker = program.getTypeChecker();

function createProgram(): ts.Program {
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => file === consumerFile || fileExists(file);
  host.readFile = (file) => (file === consumerFile ? consumer : readFile(file));
  return ts.createProgram([...files, consumerFile], options, host);
}

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
      assertNone(types.flatMap(([name, type]) => undocumented(name, type)));
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

for (const [entry, name, table] of declared) {
  describe(name, () => {
    const [, type] = exportedTypes(built(entry)).find(([exported]) => exported === name)!;
    const options = checker.getPropertiesOfType(type);

    it('has the options of its table', () => {
      assert.deepEqual(options.map((option) => option.name).sort(), Object.keys(table).sort());
    });

    for (const option of options) {
      it(`has the text of its row for ${option.name}`, () => {
        const { help, details, default: standard, defaultWords } = table[option.name]!;
        assert.equal(docOf(option), [help, details].filter(Boolean).join(' '));
        const [tag] = option.getJsDocTags(checker);
        const written = ts.displayPartsToString(tag?.text).replaceAll("'", '');
        assert.equal(written, String(standard ?? defaultWords ?? '').replaceAll(/[`']/g, ''));
      });
    }
  });
}

describe('dist/custom-elements.json', () => {
  const { modules } = JSON.parse(readFileSync(built('custom-elements.json'), 'utf8')) as Manifest;
  const exported = new Map(exportedTypes(built('index.d.ts')));

  for (const { name, members } of modules.flatMap(({ declarations }) => declarations)) {
    it(`lists the public members of ${name}`, () => {
      const fields = fieldsOf(exported.get(name)!).map((field) => field.name);
      assert.deepEqual(
        members.map((member) => member.name).sort(),
        fields.filter((field) => field !== 'click').sort(),
      );
    });
  }
});

describe('A program that uses the declarations', () => {
  it('gets errors only for its wrong options', () => {
    const source = program.getSourceFile(consumerFile)!;
    const lines = consumer.split('\n');
    const refused = ts
      .getPreEmitDiagnostics(program, source)
      .map(({ start = 0 }) => lines[source.getLineAndCharacterOfPosition(start).line]);
    assert.deepEqual(
      [...new Set(refused)],
      lines.filter((line) => line.startsWith('const wrong')),
    );
  });
});

it('The types of financing-elements/node need no ioredis, which only a store on Redis installs', () => {
  const { getSourceFiles } = ts.createProgram([built('node/index.d.ts')], {
    module: ts.ModuleKind.NodeNext,
    noEmit: true,
  });
  const files = getSourceFiles().map(({ fileName }) => fileName);
  assertNone(files.filter((file) => file.includes('/ioredis/')));
});
