import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { PayOverTimeButtonElement, PrequalButtonElement } from '../../../src/index.js';
import {
  createDocument,
  createPage,
  dialogOf,
  open,
  part,
  reserve,
  script,
  show,
} from '../page.js';
import { until } from '../../support/until.js';

const prequal = '<prequal-button location="a"></prequal-button>';
const payOverTime =
  '<pay-over-time-button location="a" amount="100" transaction-id="t"></pay-over-time-button>';

/** Two buttons in a place of this width, without white space between their tags. */
async function showBoth(width: number, style = '') {
  createPage();
  const place = await show<HTMLElement>(
    `<div style="width: ${width}px">${(prequal + payOverTime).replaceAll(' location', ` style="${style}" location`)}</div>`,
  );
  const elements = [...place.children];
  await until(() => elements.every((element) => part(element, 'button')));
  return {
    place,
    boxes: elements.map((element) => part(element, 'button')!.getBoundingClientRect()),
  };
}

describe('the look of the link buttons', () => {
  it('has a gap between two beside each other', async () => {
    const { boxes } = await showBoth(700);
    expect(boxes[1]!.left - boxes[0]!.right).to.equal(8);
    expect(boxes[1]!.top).to.equal(boxes[0]!.top);
  });

  it('has the gap where text runs from right to left, too', async () => {
    const { place } = await showBoth(700);
    place.dir = 'rtl';
    const [first, second] = [...place.children].map((each) => each.getBoundingClientRect());
    expect(first!.left - second!.right).to.equal(8);
  });

  it('has a gap between two below each other', async () => {
    const { boxes } = await showBoth(260);
    expect(boxes[1]!.top - boxes[0]!.bottom).to.be.at.least(8);
    expect(boxes[1]!.left).to.equal(boxes[0]!.left);
  });

  for (const [first, second] of [
    [prequal, payOverTime],
    [payOverTime, prequal],
  ] as const) {
    it(`has a gap between two that are there before the script: ${first.slice(1, 8)}… first`, async () => {
      const { document, view } = await createDocument();
      document.write(`${reserve}<body style="width: 260px">${first}${second}${script}`);
      document.close();
      const [above, below] = [...document.querySelectorAll('prequal-button, pay-over-time-button')];
      await until(() => above!.shadowRoot && below!.shadowRoot);
      expect(below!.getBoundingClientRect().top - above!.getBoundingClientRect().bottom).to.equal(
        8,
      );
      expect(view.getComputedStyle(above!).display).to.equal('inline-block');
    });
  }

  it('is as wide as its place with one declaration', async () => {
    const { place, boxes } = await showBoth(260, 'width: 100%');
    expect(boxes.map(({ width }) => width)).to.deep.equal([260, 260]);
    expect(place.scrollWidth).to.equal(260);
  });

  for (const size of [10, 13, 16, 20]) {
    it(`is at least 44 px high on a page of ${size} px`, async () => {
      createPage();
      const place = await show(`<div style="font-size: ${size}px">${prequal}</div>`);
      const button = part(place.firstElementChild!, 'button')!;
      expect(button.offsetHeight).to.equal(Math.max(44, 2.75 * size));
    });
  }

  it('has the letter spacing and the case of the page', async () => {
    createPage();
    const place = await show(
      `<div style="letter-spacing: 2px; text-transform: uppercase">${prequal}</div>`,
    );
    const { letterSpacing, textTransform } = getComputedStyle(
      part(place.firstElementChild!, 'button')!,
    );
    expect([letterSpacing, textTransform]).to.deep.equal(['2px', 'uppercase']);
  });

  it('keeps the label legible while busy', async () => {
    createPage({ isHeld: true });
    const element = await show<PrequalButtonElement>(
      '<prequal-button location="a" target="_self"></prequal-button>',
    );
    element.click();
    await until(() => part(element, 'spinner'));
    expect(getComputedStyle(part(element, 'button')!).opacity).to.equal('1');
    expect(part(element, 'spinner')!.offsetWidth).to.equal(16);
    element.remove();
  });

  it('has a message of 16em under a short label, which moves nothing', async () => {
    createPage();
    const place = await show<HTMLElement>(
      '<div style="width: 700px"><pay-over-time-button amount="100" location="a">Pay</pay-over-time-button><b>next</b></div>',
    );
    const [element, next] = place.children as unknown as [PrequalButtonElement, HTMLElement];
    await until(() => part(element, 'button'));
    const before = next.getBoundingClientRect().toJSON() as object;
    element.click();
    await until(() => part(element, 'message')!.innerText);
    expect(part(element, 'message')!.offsetWidth).to.equal(16 * 14);
    expect(next.getBoundingClientRect().toJSON()).to.deep.equal(before);
  });

  for (const width of [320, 768, 1280]) {
    for (const dir of ['ltr', 'rtl']) {
      for (const size of [16, 32]) {
        it(`keeps messages on the screen and apart: ${width} px, ${dir}, ${size} px text`, async () => {
          const { document, view } = await createDocument();
          (view.frameElement as HTMLElement).style.width = `${width}px`;
          // Without a transaction-id, a click fails at once.
          const short =
            '<pay-over-time-button amount="100" location="a">Apply</pay-over-time-button>';
          document.write(`${reserve}<body style="font-size: ${size}px" dir="${dir}">
            <p style="display: flex; flex-wrap: wrap">${short}<span>${short}</span></p>
            <p style="display: flex; justify-content: end">${short}</p>${script}`);
          document.close();
          const buttons = [
            ...document.querySelectorAll<PayOverTimeButtonElement>('pay-over-time-button'),
          ];
          await until(() => buttons.every(({ shadowRoot }) => shadowRoot?.querySelector('button')));
          for (const element of buttons) element.click();
          await until(() => buttons.every((element) => part(element, 'message')!.innerText));
          const boxes = buttons.map((each) => part(each, 'message')!.getBoundingClientRect());
          const [first, second, atEdge] = boxes;
          for (const { left, right } of boxes) {
            expect(left).to.be.at.least(0);
            expect(right).to.be.at.most(width);
          }
          // A difference below a pixel comes from rounding.
          const isApart =
            first!.right <= second!.left + 1 ||
            second!.right <= first!.left + 1 ||
            first!.bottom <= second!.top;
          expect(isApart).to.equal(true);
          expect(atEdge!.width).to.be.at.least(Math.min(16 * size * 0.875, width) - 16);
        });
      }
    }
  }

  for (const [page, button] of [
    ['rgb(10, 10, 10)', 'background: rgb(10, 10, 10); color: white'],
    ['rgb(240, 240, 240)', 'background: white; color: black'],
  ] as const) {
    it(`has a focus ring in the text color of the page: ${page}`, async () => {
      createPage();
      const place = await show<HTMLElement>(
        `<div style="color: ${page}"><style>prequal-button::part(button) { ${button} }</style>${prequal}</div>`,
      );
      const element = place.querySelector<PrequalButtonElement>('prequal-button')!;
      await until(() => part(element, 'button'));
      part(element, 'button')!.focus();
      await sendKeys({ press: 'Shift' });
      const { outlineColor, outlineWidth, outlineOffset } = getComputedStyle(
        part(element, 'button')!,
      );
      expect([outlineColor, outlineWidth, outlineOffset]).to.deep.equal([page, '2px', '3px']);
      place.style.setProperty('--financing-focus-color', 'rgb(1, 2, 3)');
      expect(getComputedStyle(part(element, 'button')!).outlineColor).to.equal('rgb(1, 2, 3)');
    });
  }

  it('gives the phone form the brand of the button, and no gap where there is no error', async () => {
    createPage();
    const place = await show<HTMLElement>(
      '<div style="--financing-button-background: rgb(1, 2, 3)"><prequal-button location="a" delivery="sms"></prequal-button></div>',
    );
    const element = place.firstElementChild as PrequalButtonElement;
    await open(element);
    const { backgroundColor } = getComputedStyle(part(element, 'phone-submit')!);
    expect(backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(part(element, 'phone-error')!.offsetHeight).to.equal(0);
    dialogOf(element).close();
  });
});
