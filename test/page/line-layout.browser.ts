import { expect } from '@open-wc/testing';
import { languages } from '../../src/elements/element-text.js';
import { fonts, layOut, type Layout } from './line-layouts.js';

describe('the line, in all fonts, sizes, languages, lengths, and widths', function () {
  this.timeout(60_000);
  const all: Layout[] = [];

  for (const font of fonts) {
    it(`moves nothing, breaks nothing, and stays in its place, in ${font}`, async () => {
      const layouts = await layOut(font);
      all.push(...layouts);
      expect(layouts).to.have.length(360 * languages().length);
      const wrong = {
        'shifts when it is defined': layouts.filter(
          ({ heights: [before, after] }) => before !== after,
        ),
        overflows: layouts.filter(({ overflows }) => overflows),
        'broken digits': layouts.filter(({ hasBrokenDigits }) => hasBrokenDigits),
        'small terms': layouts.filter(
          ({ termsSize, pageSize }) => termsSize < Math.min(13, pageSize),
        ),
        'small button': layouts.filter(({ buttonSize }) => buttonSize < 24),
        'broken texts': layouts.filter(({ broken }) => broken.length),
        'dangling dots': layouts.filter(({ danglingDots }) => danglingDots),
        'shifts with $0 due': layouts.filter(
          ({ heights: [, before, after], downPayment }) => !downPayment && before !== after,
        ),
      };
      for (const [what, ones] of Object.entries(wrong)) {
        expect(
          ones.map(({ name }) => name),
          what,
        ).to.deep.equal([]);
      }
    });
  }

  it('moves at most twice in a hundred times when the estimate comes, from 200 px up', () => {
    const wide = all.filter(({ width }) => width >= 200);
    const moved = wide.filter(({ heights: [, before, after] }) => before !== after);
    const names = moved.map(({ name }) => name).join('\n');
    expect(moved.length / wide.length, `move:\n${names}\n`).to.be.at.most(0.02);
  });
});
