import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { amount } from '../../client/fake-proxy.js';
import { estimateTag, show } from '../page.js';
import { boxOf, part } from '../shadow-tree.js';
import { until } from '../../support/until.js';

/** Lines of three sizes, each at seven fractions of a pixel. */
const places = [13, 14, 15].flatMap((size, column) =>
  Array.from({ length: 7 }, (_, row) => {
    const [left, top] = [20 + column * 260 + row / 8, row * 80 + row / 8];
    return `<p style="position: absolute; left: ${left}px; top: ${top}px; margin: 0; width: 200px; font: ${size}px/1.25 Arial">
      <financing-estimate amount="${amount.financed}" details="icon"></financing-estimate></p>`;
  }),
);

/** Takes a screenshot of the viewport. */
async function takePicture() {
  const png = await executeServerCommand<string, undefined>('screenshot');
  const file = await fetch(`data:image/png;base64,${png}`);
  const image = await createImageBitmap(await file.blob());
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const scale = image.width / innerWidth;
  return {
    /** Returns the darkness of a box, from 0 (white) to 1 (black) per CSS pixel. Its edges must be whole pixels. */
    inkIn({
      left,
      top,
      width,
      height,
    }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>): number {
      const box = [left, top, width, height].map((length) => Math.round(length * scale));
      const { data } = context.getImageData(...(box as [number, number, number, number]));
      let ink = 0;
      for (let index = 0; index < data.length; index += 4) {
        ink += 1 - (data[index]! + data[index + 1]! + data[index + 2]!) / 765;
      }
      return ink / scale ** 2;
    },
  };
}

/** Copies an icon to a place where nothing clips it, a whole number of pixels away. */
function copyUnclipped(icon: SVGElement): SVGElement {
  const { left, top, width } = boxOf(icon);
  const copy = icon.cloneNode(true) as SVGElement;
  const place = { left: `${left + 30}px`, top: `${top}px`, width: `${width}px` };
  const look = { fill: 'none', stroke: 'currentColor', strokeWidth: '1.5', strokeLinecap: 'round' };
  Object.assign(copy.style, { position: 'fixed', overflow: 'visible', ...place, ...look });
  document.body.append(copy);
  return copy;
}

/** True if the browser no longer skips the line's content (`content-visibility`). */
const isPainted = (element: Element) => element.shadowRoot!.querySelector('.line.seen') !== null;

describe('the painted line', () => {
  it('has a complete icon at every fraction of a pixel', async () => {
    const wrapper = await show<HTMLElement>(`<div>${places.join('')}</div>`);
    const elements = [...wrapper.querySelectorAll('financing-estimate')];
    await until(() => elements.every(isPainted));
    const icons = elements.map((element) => element.shadowRoot!.querySelector('svg')!);
    const copies = icons.map(copyUnclipped);
    const picture = await takePicture();
    for (const copy of copies) copy.remove();
    const lost = icons.map((icon) => {
      const { left, top } = boxOf(icon);
      const box = { left: Math.floor(left), top: Math.floor(top) - 2, width: 24, height: 26 };
      return picture.inkIn({ ...box, left: box.left + 30 }) - picture.inkIn(box);
    });
    expect(lost.filter((ink) => ink > 2)).to.deep.equal([]);
  });

  it('has dots with space on both sides', async () => {
    const wrapper = await show<HTMLElement>(
      `<div style="width: 500px; font: 16px Arial">${estimateTag(amount.financed)}</div>`,
    );
    const element = wrapper.querySelector('financing-estimate')!;
    await until(() => isPainted(element));
    const picture = await takePicture();
    for (const dot of element.shadowRoot!.querySelectorAll('.apr ~ .dot')) {
      const { left, right, top, height } = boxOf(dot);
      const box = { top: Math.round(top), height: Math.round(height), width: 3 };
      const inkFrom = (start: number) => picture.inkIn({ ...box, left: Math.round(start) });
      expect([inkFrom(left + 1), inkFrom(right - 4)]).to.deep.equal([0, 0]);
      expect(inkFrom((left + right) / 2 - 1.5)).to.be.within(0.5, 6);
      expect(getComputedStyle(dot).opacity).to.equal('0.7');
    }
    // In a serif or italic font, tabular figures tear an amount apart.
    const { fontVariantNumeric } = getComputedStyle(part(element, 'amount')!);
    expect(fontVariantNumeric).to.equal('normal');
  });
});
