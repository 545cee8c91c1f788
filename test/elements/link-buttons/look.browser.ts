import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  createDocument,
  markup,
  openDocument,
  proxy,
  reserve,
  script,
  show,
  showButton,
  showForm,
} from '../page.js';
import { boxOf, buttonOf, dialogOf, messageOf, part, readable } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const prequal = '<prequal-button location="a"></prequal-button>';
const payOverTime =
  '<pay-over-time-button location="a" amount="100" transaction-id="t"></pay-over-time-button>';

/** Shows two buttons in a container of this width, without white space between their tags. */
async function showBoth(width: number, style = '') {
  const place = await show<HTMLElement>(
    `<div style="width: ${width}px">${(prequal + payOverTime).replaceAll(' location', ` style="${style}" location`)}</div>`,
  );
  const elements = [...place.children];
  await until(() => elements.every((element) => part(element, 'button')));
  return { place, boxes: elements.map((element) => boxOf(buttonOf(element))) };
}

describe('the look of the link buttons', () => {
  it('has a gap between two next to each other', async () => {
    const { boxes } = await showBoth(700);
    expect(boxes[1]!.left - boxes[0]!.right).to.equal(8);
    expect(boxes[1]!.top).to.equal(boxes[0]!.top);
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
      const { document, view } = await openDocument(
        `${reserve}<body style="width: 260px">${first}${second}${script}`,
      );
      const [above, below] = [...document.querySelectorAll('prequal-button, pay-over-time-button')];
      await until(() => above!.shadowRoot && below!.shadowRoot);
      expect(boxOf(below!).top - boxOf(above!).bottom).to.equal(8);
      expect(view.getComputedStyle(above!).display).to.equal('inline-block');
    });
  }

  for (const width of [260, 700]) {
    it(`fills its container with one declaration: ${width} px`, async () => {
      const { place, boxes } = await showBoth(width, '--financing-button-width: 100%');
      expect(boxes.map((box) => [box.left, box.width])).to.deep.equal([
        [boxes[0]!.left, width],
        [boxes[0]!.left, width],
      ]);
      expect(boxes[1]!.top - boxes[0]!.bottom).to.equal(8);
      expect(place.scrollWidth).to.equal(width);
    });
  }

  it('has that width, with its label in the middle, before the script', async () => {
    const { document } = await createDocument();
    document.write(
      `${reserve}<body style="--financing-button-width: 100%"><p style="width: 700px">${prequal.replace('></', '><b>Check</b></')}`,
    );
    const element = document.querySelector('prequal-button')!;
    const [box, label] = [element, element.firstElementChild!].map(boxOf);
    document.close();
    expect(box!.width).to.equal(700);
    expect((label!.left + label!.right) / 2).to.be.closeTo((box!.left + box!.right) / 2, 1);
  });

  for (const size of [10, 16, 20]) {
    it(`is at least 44 px high on a page of ${size} px`, async () => {
      const element = await showButton(`<div style="font-size: ${size}px">${prequal}</div>`);
      expect(buttonOf(element).offsetHeight).to.equal(Math.max(44, 2.75 * size));
    });
  }

  it('has the letter spacing and the case of the page', async () => {
    const element = await showButton(
      `<div style="letter-spacing: 2px; text-transform: uppercase">${prequal}</div>`,
    );
    const { letterSpacing, textTransform } = getComputedStyle(buttonOf(element));
    expect([letterSpacing, textTransform]).to.deep.equal(['2px', 'uppercase']);
  });

  /** Shows a busy button. Returns the boxes of its visible parts, and its own box before the click. */
  async function showBusy(html: string, dir = 'ltr') {
    proxy.hold();
    const element = await showButton(`<div dir="${dir}">${html}</div>`);
    const button = buttonOf(element);
    const before = boxOf(button);
    element.click();
    await until(() => part(element, 'spinner'));
    await element.updateComplete;
    const spinner = part(element, 'spinner')!;
    spinner.style.animation = 'none'; // the rotation changes its bounding box
    const text = part(element, 'busy-label')!.lastElementChild!;
    const boxes = [button, spinner, text].map(boxOf);
    const visible = [...button.children].filter(
      (each) => getComputedStyle(each).visibility === 'visible' && each.className !== 'spoken',
    );
    return { element, before, boxes, visible: visible.map((each) => readable(each.textContent)) };
  }

  for (const [html, dir, words] of [
    [prequal.replace(' ', ' target="_self" '), 'ltr', 'Opening…'],
    [prequal.replace(' ', ' target="_self" '), 'rtl', 'Opening…'],
    [prequal.replace(' ', ' target="_self" lang="es" '), 'ltr', 'Abriendo…'],
    [prequal.replace(' ', ' delivery="qr" '), 'ltr', 'One moment…'],
  ] as const) {
    it(`shows a spinner before "${words}" while busy, without changing its size: ${html}, ${dir}`, async () => {
      const { element, before, boxes, visible } = await showBusy(html, dir);
      const [button, spinner, text] = boxes;
      expect(visible).to.deep.equal([words]);
      expect(button!.toJSON()).to.deep.equal(before.toJSON());
      const [first, second] = dir === 'ltr' ? [spinner!, text!] : [text!, spinner!];
      expect(second.left - first.right).to.be.closeTo(8, 0.1);
      expect(first.left).to.be.at.least(button!.left + 8);
      expect(second.right).to.be.at.most(button!.right - 8);
      expect(getComputedStyle(buttonOf(element)).opacity).to.equal('1');
      element.remove();
    });
  }

  it('shows only the spinner on a button that is too short for more', async () => {
    const { element, before, boxes } = await showBusy(
      prequal.replace('></', ' target="_self">Pay</'),
    );
    const [button, spinner] = boxes;
    expect(button!.toJSON()).to.deep.equal(before.toJSON());
    const middle = (box: DOMRect) => (box.left + box.right) / 2;
    expect(middle(spinner!)).to.be.closeTo(middle(button!), 1);
    const { clipPath } = getComputedStyle(part(element, 'busy-label')!.lastElementChild!);
    expect(clipPath).to.equal('inset(50%)');
    element.remove();
  });

  for (const dir of ['ltr', 'rtl']) {
    it(`has a message half an em below, with its icon next to its rows: ${dir}`, async () => {
      // Without a location, a click fails at once.
      const element = await showButton(
        `<prequal-button dir="${dir}" style="width: 9em">Apply</prequal-button>`,
      );
      element.click();
      const message = part(element, 'message')!;
      await until(() => message.innerText);
      const range = document.createRange();
      range.selectNodeContents(message);
      const rows = [...range.getClientRects()];
      expect(new Set(rows.map(({ top }) => top)).size).to.be.at.least(2);
      const box = boxOf(message);
      for (const row of rows) {
        const indent = dir === 'ltr' ? row.left - box.left : box.right - row.right;
        expect(indent).to.be.at.least(14);
      }
      // English text stays left to right, so the period is on the right.
      const text = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
      while (!text.nextNode()?.textContent?.includes('.'));
      const end = text.currentNode.textContent!.indexOf('.');
      const [letter, period] = [end - 1, end].map((start) => {
        range.setStart(text.currentNode, start);
        range.setEnd(text.currentNode, start + 1);
        return boxOf(range).left;
      });
      expect(period).to.be.above(letter!);
      const gap = parseFloat(getComputedStyle(message).paddingTop);
      expect(gap).to.be.closeTo(8, 0.1);
      expect(box.top).to.equal(boxOf(buttonOf(element)).bottom);
    });
  }

  it('keeps a message on the screen when the window is resized', async () => {
    const { document, view } = await openDocument(
      `${reserve}<body style="margin: 0"><p style="padding: 150px"><prequal-button>Pay</prequal-button></p>${script}`,
    );
    const element = document.querySelector('prequal-button')!;
    await until(() => element.shadowRoot?.querySelector('button'));
    element.click();
    const message = part(element, 'message')!;
    await until(() => message.innerText);
    for (const [width, left] of [
      [320, 320 - 8 - 16 * 14],
      [768, 150],
    ] as const) {
      (view.frameElement as HTMLElement).style.width = `${width}px`;
      await until(() => boxOf(message).left === left);
    }
  });

  it('shows the QR code on a white card with a caption, on dark and narrow pages, too', async () => {
    const element = await showButton(
      '<div style="width: 200px; color-scheme: dark; color: white; background: black"><prequal-button location="a" delivery="qr"></prequal-button></div>',
    );
    element.click();
    await until(() => part(element, 'qr-card'));
    const [card, caption] = [part(element, 'qr-card')!, part(element, 'qr-caption')!];
    expect(caption.innerText).to.equal("Scan with the customer's phone");
    expect(getComputedStyle(card).backgroundColor).to.equal('rgb(255, 255, 255)');
    expect(getComputedStyle(caption).color).to.equal('rgb(28, 28, 26)');
    const [code, box] = [element.shadowRoot!.querySelector('svg')!, card].map(boxOf);
    expect(box!.top - boxOf(buttonOf(element)).bottom).to.be.at.least(6);
    expect([code!.left >= box!.left, code!.right <= box!.right]).to.deep.equal([true, true]);
    expect(boxOf(caption).top).to.be.at.least(code!.bottom);
  });

  it('has a message of 16em under a short label, and moves nothing', async () => {
    const element = await showButton(
      '<div style="width: 700px"><pay-over-time-button amount="100" location="a">Pay</pay-over-time-button><b>next</b></div>',
    );
    const next = element.nextElementSibling!;
    const before = boxOf(next).toJSON() as object;
    element.click();
    await until(() => messageOf(element));
    expect(part(element, 'message')!.offsetWidth).to.equal(16 * 14);
    expect(boxOf(next).toJSON()).to.deep.equal(before);
  });

  for (const width of [320, 1280]) {
    for (const dir of ['ltr', 'rtl']) {
      for (const size of [16, 32]) {
        it(`keeps messages on the screen and apart: ${width} px, ${dir}, ${size} px text`, async () => {
          // Without a transaction-id, a click fails at once.
          const short =
            '<pay-over-time-button amount="100" location="a">Apply</pay-over-time-button>';
          const html = `${reserve}<body style="font-size: ${size}px" dir="${dir}">
            <p style="display: flex; flex-wrap: wrap">${short}<span>${short}</span></p>
            <p style="display: flex; justify-content: end">${short}</p>${script}`;
          const { document } = await openDocument(html, { width });
          const buttons = [...document.querySelectorAll('pay-over-time-button')];
          await until(() => buttons.every(({ shadowRoot }) => shadowRoot?.querySelector('button')));
          for (const element of buttons) element.click();
          await until(() => buttons.every(messageOf));
          const boxes = buttons.map((each) => boxOf(part(each, 'message')!));
          const [first, second, atEdge] = boxes;
          for (const { left, right } of boxes) {
            expect(left).to.be.at.least(0);
            expect(right).to.be.at.most(width);
          }
          // Ignore differences of less than a pixel, which come from rounding.
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
      const element = await showButton(
        `<div style="color: ${page}"><style>prequal-button::part(button) { ${button} }</style>${prequal}</div>`,
      );
      buttonOf(element).focus();
      await sendKeys({ press: 'Shift' });
      const { outlineColor, outlineWidth, outlineOffset } = getComputedStyle(buttonOf(element));
      expect([outlineColor, outlineWidth, outlineOffset]).to.deep.equal([page, '2px', '3px']);
      element.parentElement!.style.setProperty('--financing-focus-color', 'rgb(1, 2, 3)');
      expect(getComputedStyle(buttonOf(element)).outlineColor).to.equal('rgb(1, 2, 3)');
    });
  }

  it('gives the phone form the brand of the button, and no gap for a missing error', async () => {
    const element = await showForm(
      `<div style="--financing-button-background: rgb(1, 2, 3)">${markup}</div>`,
    );
    const { backgroundColor } = getComputedStyle(part(element, 'phone-submit')!);
    expect(backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(part(element, 'phone-error')!.offsetHeight).to.equal(0);
    dialogOf(element).close();
  });
});
