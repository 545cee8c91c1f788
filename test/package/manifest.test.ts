/** Compares the published description of the elements with their templates and the reference. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { personalProperties } from '../../src/page/sentences.js';
import type { Manifest, Typed } from '../elements/manifest.browser.js';
import { built } from '../runner/fresh-build.js';
import { assertNone } from '../support/assertions.js';

const manifest = JSON.parse(readFileSync(built('custom-elements.json'), 'utf8')) as Manifest;

const elements = manifest.modules.flatMap(({ declarations }) => declarations);

/** Returns the parts in the templates of the elements, each with one place that has it. */
function partsInTemplates(): Map<string, string> {
  const folder = join(import.meta.dirname, '../../src/elements');
  const places = new Map<string, string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const code = readFileSync(join(folder, file), 'utf8');
    // A template has `part="name"` or `part=${condition ? 'name' : …}`. A style sheet has `[part=name]`.
    for (const [, names, expression = ''] of code.matchAll(
      /\bpart=(?:"([^"$]+)"|"?\$\{([^}]*)\})/g,
    )) {
      const quoted = Array.from(expression.matchAll(/'([\w -]+)'/g), ([, text]) => text!);
      for (const name of (names ?? quoted.join(' ')).split(' ').filter(Boolean)) {
        places.set(name, `src/elements/${file}`);
      }
    }
  }
  return places;
}

describe('dist/custom-elements.json', () => {
  it('lists exactly the parts in the templates', () => {
    const places = partsInTemplates();
    const listed = new Set(elements.flatMap(({ cssParts }) => cssParts.map(({ name }) => name)));
    const missing = [...places].filter(([name]) => !listed.has(name));
    assertNone(
      missing.map(
        ([name, file]) => `${file}: add "@csspart ${name} - …" above its element's class`,
      ),
    );
    assertNone([...listed].filter((name) => !places.has(name)));
  });

  it('has an attribute for each writable property that is not personal', () => {
    const withoutAttribute = elements.flatMap(({ attributes, members }) =>
      members.filter(
        ({ kind, name, readonly }) =>
          kind === 'field' && !readonly && !attributes.some(({ fieldName }) => fieldName === name),
      ),
    );
    const names = new Set(withoutAttribute.map(({ name }) => name));
    assert.deepEqual([...names].sort(), [...personalProperties].sort());
  });

  it('gives a property its own type if its attribute is a string', () => {
    const { attributes, members } = elements.find(
      ({ tagName }) => tagName === 'financing-estimate',
    )!;
    const typeOf = (list: readonly Typed[]) =>
      list.find(({ name }) => name === 'estimate')?.type?.text;
    assert.equal(typeOf(attributes), 'string');
    assert.equal(typeOf(members), 'EstimateResult | string | null | undefined');
  });
});

describe('docs/', () => {
  const read = (file: string) =>
    readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');

  for (const element of elements) {
    it(`lists every part, state, property, and slot of <${element.tagName}> in the reference`, () => {
      const reference = read('reference-elements.md');
      const names = [
        ...[element.cssParts, element.cssProperties, element.slots]
          .flatMap((list) => list.map(({ name }) => name))
          .filter(Boolean), // the default slot
        ...element.cssStates.map(({ name }) => `:state(${name})`),
      ];
      assertNone(names.filter((name) => !reference.includes(`\`${name}\``)));
    });
  }
});
