/** Checks that the gallery's shops use only documented features of the elements, because designers copy them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { galleryFiles, shops } from '../../site/gallery.js';
import type { Manifest } from '../elements/manifest.browser.js';
import { built } from '../runner/fresh-build.js';
import { assertNone } from '../support/assertions.js';

const { modules } = JSON.parse(readFileSync(built('custom-elements.json'), 'utf8')) as Manifest;
const elements = modules.flatMap(({ declarations }) => declarations);
const files = galleryFiles();

/** The documented names of an element, as a style sheet or markup writes them. */
const documented = new Set(
  elements.flatMap((element) => [
    ...element.cssParts.map(({ name }) => `${element.tagName}::part(${name})`),
    ...element.cssStates.map(({ name }) => `${element.tagName}:state(${name})`),
    ...element.cssProperties.map(({ name }) => name),
    ...element.slots.map(({ name }) => `slot=${name}`),
    ...element.attributes.map(({ name }) => `<${element.tagName} ${name}`),
  ]),
);

/** Returns the element features that a shop's CSS and markup use, in the same form as `documented`. */
function usedBy(shop: string): string[] {
  const css = files[`${shop}.css`]!;
  const markup = files[`${shop}.txt`]!;
  const tag = '(?:financing-estimate|prequal-button|pay-over-time-button)';
  const matches = (text: string, pattern: string) => text.matchAll(new RegExp(pattern, 'g'));
  return [
    ...[...matches(css, `(${tag})[^\\s:,]*(?::lang\\(\\w+\\))?(:state\\([\\w-]+\\))`)].map(
      ([, name, state]) => `${name}${state}`,
    ),
    ...[...matches(css, `(${tag})[^\\s,{]*(::part\\([\\w-]+\\))`)].map(
      ([, name, part]) => `${name}${part}`,
    ),
    ...[...matches(css, '--financing-[\\w-]+')].map(([name]) => name),
    ...[...matches(`${css}${markup}`, `slot=['"]([\\w-]+)`)].map(([, name]) => `slot=${name}`),
    ...[...matches(markup, `<(${tag})([^>]*)>`)].flatMap(([, name, attributes = '']) =>
      [...matches(attributes, '([\\w-]+)=')].map(([, attribute]) => `<${name} ${attribute}`),
    ),
  ].filter((use) => !/ (class|slot)$/.test(use));
}

describe('The gallery', () => {
  for (const shop of shops) {
    it(`styles ${shop} only by documented names`, () => {
      const used = usedBy(shop);
      assert.ok(used.length > 10);
      assertNone(used.filter((use) => !documented.has(use)));
    });
  }

  it('has each part of the style sheets where the tests look for it', () => {
    const parts = shops.flatMap((shop) => files[`${shop}.css`]!.match(/::part\(/g) ?? []).length;
    const found = shops.flatMap((shop) => usedBy(shop).filter((use) => use.includes('::part(')));
    assert.equal(found.length, parts);
  });
});
