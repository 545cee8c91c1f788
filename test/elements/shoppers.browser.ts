/** Tests criteria of WCAG 2.2 that automated audits can't check, such as the focus, keys, and text spacing. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { PrequalButtonElement } from '../../src/index.js';
import { amount } from '../client/fake-proxy.js';
import {
  estimateTag,
  markup as textButton,
  proxy,
  settled,
  show,
  showButton,
  useLinkWindows,
} from './page.js';
import { boxOf, buttonOf, dialogOf, fieldOf, open, part, showDetails } from './shadow-tree.js';
import { notRun } from '../runner/not-run.js';
import { until } from '../support/until.js';

const estimate = estimateTag(amount.financed);

/** Returns the focused control, even if it's in a shadow tree. */
function focused(): Element {
  let found = document.activeElement!;
  while (found.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}

/** True if a ring of at least 2 px is drawn around the control. */
function hasRing(control: Element): boolean {
  const { outlineStyle, outlineWidth } = getComputedStyle(control);
  return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
}

async function openedDetails(markup = estimate) {
  const element = await settled(markup);
  part(element, 'details-button')!.focus();
  await sendKeys({ press: 'Enter' });
  await until(() => dialogOf(element).open);
  return element;
}

describe('the elements under the fingers of a shopper', () => {
  const windows = useLinkWindows();

  it("don't hide a focused link in long fine print behind the header of the details", async () => {
    const links = Array.from({ length: 40 }, () => '<a href="#">Terms</a>').join('<br>');
    const element = await openedDetails(
      estimate.replace(
        '><',
        `><span slot="disclosure">${links}</span><button slot="action">Apply</button><`,
      ),
    );
    const step = element.querySelector('button')!;
    for (const link of [...element.querySelectorAll('a')].reverse()) {
      link.focus();
      const { bottom } = boxOf(link);
      expect(bottom).to.be.greaterThan(boxOf(step).bottom);
    }
  });

  it('keep the details open after a double click, and close them after a click outside of them', async () => {
    const element = await openedDetails(estimate);
    const dialog = part<HTMLDialogElement>(element, 'dialog')!;
    // Read the attribute instead of clicking twice, because a busy machine may deliver the second click too late.
    expect(dialog.getAttribute('closedby')).to.equal('closerequest');
    await until(() => dialog.getAttribute('closedby') === 'any');
    if (!('closedBy' in dialog))
      return notRun('clicks outside of the details', 'it has no closedby');
    await sendMouse({ type: 'click', position: [5, 5] });
    await until(() => !part(element, 'dialog'));
  });

  it('get the focus by Tab in page order, with a ring, and do nothing else', async () => {
    const page = await show<HTMLElement>(
      `<div><input>${estimate}${textButton}<pay-over-time-button location="a" amount="100" transaction-id="t"></pay-over-time-button></div>`,
    );
    const [, line, , payOverTime] = page.children;
    await until(() => part(line!, 'details-button') && part(payOverTime!, 'button'));
    const { length } = proxy.calls;
    page.querySelector('input')!.focus();
    const reached: (string | null)[] = [];
    for (let press = 0; press < 3; press++) {
      await sendKeys({ press: 'Tab' });
      reached.push(focused().getAttribute('part'));
      expect(hasRing(focused()), focused().outerHTML).to.equal(true);
    }
    expect(reached).to.deep.equal(['details-button', 'button', 'button']);
    expect([proxy.calls.length, windows.opened.length]).to.deep.equal([length, 0]);
    expect(page.querySelector('prequal-button')!.shadowRoot!.querySelector(':modal')).to.equal(
      null,
    );
  });

  it('have a ring on each control of their dialogs', async () => {
    const element = await openedDetails();
    await sendKeys({ press: 'Tab' });
    expect(focused().getAttribute('part')).to.equal('dialog-close');
    expect(hasRing(focused())).to.equal(true);
    await sendKeys({ press: 'Escape' });
    await until(() => !part(element, 'dialog'));

    const button = await showButton(textButton);
    await open(button);
    for (const name of ['phone-input', 'phone-submit', 'phone-cancel']) {
      const control = part(button, name)!;
      for (let press = 0; press < 3 && focused() !== control; press++) {
        await sendKeys({ press: 'Tab' });
      }
      expect(focused(), name).to.equal(control);
      expect(hasRing(control), name).to.equal(true);
    }
  });

  it('do nothing if a press ends outside of them', async () => {
    const button = await showButton('<prequal-button location="main-street"></prequal-button>');
    const { left, top, bottom } = boxOf(buttonOf(button));
    const [x, y] = [Math.round(left + 20), Math.round(top + 20)];
    await sendMouse({ type: 'move', position: [x, y] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x, Math.round(bottom + 80)] });
    await sendMouse({ type: 'up' });
    expect([proxy.calls.length, windows.opened.length]).to.deep.equal([0, 0]);
    await sendMouse({ type: 'click', position: [x, y] });
    await until(() => proxy.calls.length === 1);
  });

  it('let the browser fill in the phone number', async () => {
    const button = await showButton(textButton);
    await open(button);
    expect([fieldOf(button).autocomplete, fieldOf(button).inputMode]).to.deep.equal(['tel', 'tel']);
  });

  it('have edges and icons in the color of their text', async () => {
    const page = await show<HTMLElement>(`<div style="color: rgb(1, 2, 3)">${textButton}</div>`);
    const button = page.firstElementChild as PrequalButtonElement;
    expect(getComputedStyle(buttonOf(button)).borderTopColor).to.equal('rgb(1, 2, 3)');
    await open(button);
    const { borderTopColor } = getComputedStyle(fieldOf(button));
    expect(borderTopColor).to.equal(getComputedStyle(dialogOf(button)).color);
    button.remove();

    const element = await openedDetails();
    const close = part(element, 'dialog-close')!.querySelector('svg')!;
    expect(getComputedStyle(close).stroke).to.equal(
      getComputedStyle(part(element, 'dialog')!).color,
    );
  });

  it('cut nothing off with the text spacing of WCAG 1.4.12', async () => {
    const spaced = (markup: string) =>
      `<div style="width: 320px; line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em">${markup}</div>`;
    const whole = (box: Element) => {
      expect(box.scrollWidth, box.outerHTML).to.be.at.most(box.clientWidth);
      for (const control of box.querySelectorAll('button')) {
        expect(control.scrollWidth, control.outerHTML).to.be.at.most(control.offsetWidth);
        expect(control.scrollHeight, control.outerHTML).to.be.at.most(control.offsetHeight);
      }
    };
    const buttons = await show<HTMLElement>(spaced(textButton));
    const button = buttons.firstElementChild as PrequalButtonElement;
    const control = buttonOf(button);
    expect(control.scrollHeight).to.be.at.most(control.offsetHeight);
    await open(button);
    expect(getComputedStyle(dialogOf(button)).letterSpacing).not.to.equal('normal');
    whole(dialogOf(button));
    button.remove();

    const page = await show<HTMLElement>(spaced(estimate));
    const element = page.firstElementChild!;
    await until(() => part(element, 'details-button'));
    await showDetails(element);
    whole(part(element, 'dialog')!);
  });
});
