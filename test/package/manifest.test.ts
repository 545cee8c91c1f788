/** Compares the published description of the elements with the reference. manifest.browser.ts compares it with the elements. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { personalProperties } from '../../src/page/console-warning-texts.js';
import type { Manifest, Typed } from '../elements/manifest.browser.js';
import { built } from '../runner/fresh-build.js';
import { assertNone } from '../support/assertions.js';

const manifest = JSON.parse(readFileSync(built('custom-elements.json'), 'utf8')) as Manifest;

const elements = manifest.modules.flatMap(({ declarations }) => declarations);

describe('dist/custom-elements.json', () => {
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
