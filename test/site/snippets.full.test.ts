import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compile as compileSvelte, parse as parseSvelte, type AST } from 'svelte/compiler';
import ts from 'typescript';
import { compileTemplate, parse as parseVue } from 'vue/compiler-sfc';
import { productOf } from '../../site/.vitepress/theme/live/product.js';
import { skins } from '../../site/.vitepress/theme/live/skins.js';
import { snippetOf } from '../../site/.vitepress/theme/live/snippets.js';
import {
  choices,
  defaultState,
  fromQuery,
  type Framework,
  type PlaygroundState,
} from '../../site/.vitepress/theme/live/state.js';
import { property } from '../support/property.js';
import { assertNone } from '../support/assertions.js';

/** Text that a person types into a field, with the special characters of markup. */
const typed = fc
  .array(fc.oneof(fc.constantFrom(...'&;"\'<>{}$\\ é€😀'), fc.string({ maxLength: 3 })), {
    maxLength: 8,
  })
  .map((pieces) => pieces.join(''));

/** States that change the snippet. */
const states = fc
  .record({
    amount: typed,
    'text.apr': typed,
    'text.disclosure': typed,
    location: fc.constantFrom(...choices.location),
    language: fc.constantFrom(...choices.language),
    layout: fc.constantFrom(...choices.layout),
    details: fc.constantFrom(...choices.details),
    delivery: fc.constantFrom(...choices.delivery),
  })
  .map((values) => fromQuery(new URLSearchParams(values).toString()));

/** Returns the attributes of each tag in a template. */
type Markup = Record<string, Record<string, string>>;

/** Compiles a component with each framework. Each throws if it can't compile. */
const readers: Record<Exclude<Framework, 'html'>, (code: string) => Markup> = {
  react: readJsx,
  vue: readVue,
  svelte: readSvelte,
};

function readJsx(code: string): Markup {
  const { diagnostics = [] } = ts.transpileModule(code, {
    fileName: 'Financing.tsx',
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022 },
  });
  assertNone(diagnostics.map(({ messageText }) => messageText));
  const markup: Markup = {};
  const file = ts.createSourceFile('Financing.tsx', code, ts.ScriptTarget.ES2022, true);
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node)) {
      const attributes = node.attributes.properties.filter(ts.isJsxAttribute);
      markup[node.tagName.getText()] = Object.fromEntries(
        attributes.map(({ name, initializer }) => {
          const value =
            initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
          assert.ok(value && ts.isStringLiteral(value));
          return [name.getText() === 'className' ? 'class' : name.getText(), value.text];
        }),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return markup;
}

function readVue(code: string): Markup {
  const { descriptor, errors } = parseVue(code);
  assert.deepEqual(errors, []);
  const { errors: templateErrors, ast } = compileTemplate({
    source: descriptor.template!.content,
    filename: 'Financing.vue',
    id: 'financing',
    compilerOptions: { isCustomElement: (tag) => /^(financing|prequal|pay-over)-/.test(tag) },
  });
  assert.deepEqual(templateErrors, []);
  assert.ok(ast);
  const markup: Markup = {};
  const visit = (node: (typeof ast.children)[number]): void => {
    if (!('tag' in node)) return;
    markup[node.tag] = Object.fromEntries(
      node.props.map((prop) => {
        assert.ok('value' in prop, 'is a directive');
        return [prop.name, prop.value?.content ?? ''];
      }),
    );
    node.children.forEach(visit);
  };
  descriptor.template!.ast!.children.forEach(visit);
  return markup;
}

function readSvelte(code: string): Markup {
  const { warnings } = compileSvelte(code, { filename: 'Financing.svelte' });
  assertNone(warnings.map(({ message }) => message));
  const markup: Markup = {};
  const visit = (node: AST.Fragment['nodes'][number]): void => {
    if (node.type !== 'RegularElement') return;
    markup[node.name] = Object.fromEntries(
      node.attributes.map((attribute) => {
        assert.ok(attribute.type === 'Attribute' && Array.isArray(attribute.value));
        return [
          attribute.name,
          attribute.value.map((part) => ('data' in part ? part.data : '')).join(''),
        ];
      }),
    );
    node.fragment.nodes.forEach(visit);
  };
  parseSvelte(code, { modern: true }).fragment.nodes.forEach(visit);
  return markup;
}

function markupOf(state: PlaygroundState): Markup {
  const { attributes, elements } = productOf(state);
  return {
    div: attributes,
    ...Object.fromEntries(elements.map((each) => [each.tag, each.attributes])),
  };
}

for (const [framework, read] of Object.entries(readers) as [
  keyof typeof readers,
  typeof readJsx,
][]) {
  describe(`The snippet for ${framework}`, () => {
    property('compiles to the elements of the playground', [states], (state) => {
      const [file] = snippetOf({ ...state, css: undefined }, framework);
      assert.deepEqual(read(file!.code), markupOf(state));
    });

    for (const skin of choices.skin) {
      it(`has the style sheet of ${skins[skin].label}`, () => {
        const code = snippetOf({ ...defaultState, skin }, framework)
          .map((file) => file.code)
          .join();
        read(snippetOf({ ...defaultState, skin }, framework)[0]!.code);
        for (const line of skins[skin].css.split('\n')) assert.ok(code.includes(line), line);
      });
    }
  });
}

describe('The snippets', () => {
  it('for HTML load the script and the style sheet of the proxy', () => {
    const { code } = snippetOf(defaultState, 'html')[0]!;
    assert.match(code, /<link rel="stylesheet" href="\/financing\/elements\.css" \/>/);
    assert.match(code, /<script type="module" src="\/financing\/elements\.js"><\/script>/);
    assert.match(code, /<financing-estimate amount="1299\.00">Financing available at checkout</);
  });

  it('for HTML don’t close a tag early', () => {
    const state = { ...defaultState, amount: '"><script>', texts: { apr: '</script>{apr}' } };
    const { code } = snippetOf(state, 'html')[0]!;
    assert.equal(code.match(/<script/g)?.length, 2);
    assert.equal(code.match(/<\/script>/g)?.length, 2);
  });
});
