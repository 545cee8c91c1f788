import { expect } from '@open-wc/testing';
import { look, measure } from './line-layouts.js';
import { boxOf } from '../elements/shadow-tree.js';

const line = '<financing-estimate amount="20000"></financing-estimate>';
const styled = (style: string) => line.replace(' ', ` style="${style}" `);

/** Places that are as wide as their content, or that share a row with other content. */
const places: Readonly<Record<string, string>> = {
  'a float': styled('float: left'),
  'an inline-block': styled('display: inline-block'),
  'width: fit-content': styled('width: fit-content'),
  'a flex item': `<div style="display: flex">${line}</div>`,
  'an item of a flex column that is centered': `<div style="display: flex; flex-direction: column; align-items: center">${line}</div>`,
  'a grid item': `<div style="display: grid">${line}</div>`,
  'a grid item that is not stretched': `<div style="display: grid; justify-items: start">${line}</div>`,
  'a box that floats': `<div style="float: right">${line}</div>`,
  'a box that is an inline-block': `<div style="display: inline-block">${line}</div>`,
  'a box that is as wide as its content': `<div style="width: fit-content">${line}</div>`,
  'a table cell': `<table><td>${line}</table>`,
  'a table cell next to another': `<table><td>Sofa<td>${line}</table>`,
  'a flex item next to a picture': `<div style="display: flex"><i style="flex: 0 0 100px"></i><div>${line}</div></div>`,
  'a grid item next to a picture': `<div style="display: grid; grid-template-columns: 100px 1fr"><i></i><div>${line}</div></div>`,
  'a text that does not wrap': `<div style="white-space: nowrap">${line}</div>`,
};

describe('the line in a box that shrinks to its content', () => {
  for (const [width, font, lang] of [
    [320, 'arimo', 'en'],
    [390, 'arimo', 'en'],
    [320, 'inter', 'es'],
    [320, 'dejavu-sans', 'en'],
  ] as const) {
    it(`stays within ${width} px in ${font} (${lang}), is fully visible, and doesn't move`, async () => {
      const stages = await measure(
        font,
        Object.values(places).map(
          (place) =>
            `<section lang="${lang}" style="width: ${width}px; display: flow-root">${place}</section>`,
        ),
        (element) => boxOf(element).toJSON() as DOMRect,
      );
      expect(stages.waiting).to.deep.equal(stages.undefined);
      expect(stages.ready).to.deep.equal(stages.undefined);
      for (const [index, place] of Object.keys(places).entries()) {
        const element = stages.elements[index]!;
        const section = element.closest('section')!;
        expect(section.scrollWidth, `width of what is in ${place}`).to.equal(width);
        expect(stages.ready[index]!.width, `width in ${place}`).to.be.at.least(150);
        expect(look(element), place).to.include({ overflows: false, danglingDots: 0 });
      }
    });
  }

  it('has two rows if there is space for them', async () => {
    const bodies = Object.values(places).map(
      (place) => `<section style="width: 1200px; display: flow-root">${place}</section>`,
    );
    const { ready } = await measure('arimo', bodies, (element) => boxOf(element).height);
    for (const [index, place] of Object.keys(places).entries()) {
      expect(ready[index], place).to.equal(48);
    }
  });
});
