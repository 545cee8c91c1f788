import fc from 'fast-check';
import {
  choices,
  styleProblem,
  textNames,
  widths,
  type PlaygroundState,
} from '../../site/.vitepress/theme/live/state.js';

/** Text as a person types it into a field, with the characters that URLs and markup give a meaning. */
const typed = (maxLength: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...'&=+%#?"\'<>{}$ é€😀'), fc.string({ maxLength: 4 })), {
      maxLength: 12,
    })
    .map((pieces) => pieces.join(''))
    .filter(({ length }) => length <= maxLength);

/** Any state that the controls of the playground can set. */
export const states: fc.Arbitrary<PlaygroundState> = fc.record(
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
