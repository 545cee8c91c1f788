/**
 * Checks the declarations of options that the build writes from tables: an editor explains each option, and the
 * compiler rejects unknown ones.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { proxySettings, webhookSettings } from '../../build/proxy-facts.js';
import type { SettingTable } from '../../src/internal/settings.js';
import { serviceSettings } from '../../src/service/service-settings.js';
import { built } from '../runner/fresh-build.js';

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

const files = declared.map(([entry]) => built(entry));
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

it('The types of financing-elements/node need no ioredis, which only a store on Redis installs', () => {
  const { getSourceFiles } = ts.createProgram([built('node/index.d.ts')], {
    module: ts.ModuleKind.NodeNext,
    noEmit: true,
  });
  const files = getSourceFiles().map(({ fileName }) => fileName);
  assert.deepEqual(
    files.filter((file) => file.includes('/ioredis/')),
    [],
  );
});

for (const [index, [, name, table]] of declared.entries()) {
  describe(name, () => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(files[index]!)!)!;
    const exported = checker.getExportsOfModule(module).find((each) => each.name === name)!;
    const type = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(exported));
    const options = checker.getPropertiesOfType(type);

    it('has the options of its table', () => {
      assert.deepEqual(options.map((option) => option.name).sort(), Object.keys(table).sort());
    });

    for (const option of options) {
      it(`has the text of its row for ${option.name}`, () => {
        const { help, details, default: standard, defaultWords } = table[option.name]!;
        const comment = ts.displayPartsToString(option.getDocumentationComment(checker));
        assert.equal(comment.replaceAll(/\s+/g, ' '), [help, details].filter(Boolean).join(' '));
        const [tag] = option.getJsDocTags(checker);
        const written = ts.displayPartsToString(tag?.text).replaceAll("'", '');
        assert.equal(written, String(standard ?? defaultWords ?? '').replaceAll(/[`']/g, ''));
      });
    }
  });
}

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
