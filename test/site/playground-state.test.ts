import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { languages } from '../../src/elements/element-text.js';
import {
  choices,
  defaultState,
  fromQuery,
  styleProblem,
  textNames,
  toQuery,
  widths,
  type PlaygroundState,
} from '../../site/.vitepress/theme/live/state.js';
import { property } from '../support/property.js';

/** Text that a person types into a field, with the special characters of URLs and markup. */
const typed = (maxLength: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...'&=+%#?"\'<>{}$ é€😀'), fc.string({ maxLength: 4 })), {
      maxLength: 12,
    })
    .map((pieces) => pieces.join(''))
    .filter(({ length }) => length <= maxLength);

/** Any state that the controls of the playground can set. */
const states: fc.Arbitrary<PlaygroundState> = fc.record(
  {
    amount: typed(24),
    width: fc.oneof(fc.constant(0), fc.integer({ min: widths.from, max: widths.to })),
    location: fc.constantFrom(...choices.location),
    language: fc.constantFrom(...choices.language),
    font: fc.constantFrom(...choices.font),
    skin: fc.constantFrom(...choices.skin),
    layout: fc.constantFrom(...choices.layout),
    details: fc.constantFrom(...choices.details),
    delivery: fc.constantFrom(...choices.delivery),
    situation: fc.constantFrom(...choices.situation),
    framework: fc.constantFrom(...choices.framework),
    texts: fc.dictionary(fc.constantFrom(...textNames), typed(60).filter(Boolean), {
      noNullPrototype: true,
    }),
    css: fc.option(
      typed(60).filter((css) => styleProblem(css) === undefined),
      { nil: undefined },
    ),
  },
  { noNullPrototype: true },
);

describe('The playground', () => {
  it('offers each language of the elements', () => {
    assert.deepEqual([...choices.language], languages(), 'choices.language of state.ts');
  });
});

describe('The URL of the playground', () => {
  it('has no parameters for the default state', () => {
    assert.equal(toQuery(defaultState), '');
    assert.deepEqual(fromQuery(''), defaultState);
  });

  it('contains what differs from the default', () => {
    const state = { ...defaultState, amount: '80', texts: { apr: '{apr} a year' } };
    assert.equal(toQuery(state), 'amount=80&text.apr=%7Bapr%7D+a+year');
  });

  property('restores every state', [states], (state) => {
    assert.deepEqual(fromQuery(toQuery(state)), state);
  });

  property('restores a valid state from any link', [fc.string()], (query) => {
    const state = fromQuery(query);
    assert.deepEqual(fromQuery(toQuery(state)), state);
  });

  for (const [title, query] of [
    ['a value that no control has', 'skin=none&location=constructor&width=120&width=x'],
    ['an amount that no field holds', `amount=${'9'.repeat(25)}`],
    ['an amount of several lines', 'amount=12%0A34'],
    ['an empty text', 'text.apr='],
    ['an unknown text', 'text.sentence=Hello'],
    ['a phone number', 'phoneNumber=4155552671'],
  ]) {
    it(`ignores ${title}`, () => {
      assert.deepEqual(fromQuery(query!), defaultState);
    });
  }

  for (const css of [
    'a { background: url(https://elsewhere.example/a.png) }',
    'a { background: URL (x) }',
    'a { background: u\\72l(x) }',
    '@import "https://elsewhere.example/a.css";',
    '@font-face { font-family: x }',
    'a { background: image-set("https://elsewhere.example/a.png" 1x) }',
    '</style><script>',
  ]) {
    it(`ignores a style sheet with ${css}`, () => {
      assert.match(styleProblem(css)!, /^Remove .*cannot be used here\.$/);
      assert.equal(fromQuery(new URLSearchParams({ css }).toString()).css, undefined);
    });
  }

  it('accepts a style sheet of parts and custom properties', () => {
    const css = 'financing-estimate::part(payment) { color: red; --financing-terms-size: 1em }';
    assert.equal(styleProblem(css), undefined);
    assert.equal(fromQuery(new URLSearchParams({ css }).toString()).css, css);
  });

  it('has room for a style sheet of 4,000 characters', () => {
    assert.equal(styleProblem(' '.repeat(4_000)), undefined);
    assert.match(styleProblem(' '.repeat(4_001))!, /4000/);
  });
});
