import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { PrequalButtonElement } from '../../../src/index.js';
import {
  listen,
  listenFirst,
  markup,
  openDocument,
  proxy,
  script,
  show,
  showButton,
  showForm,
  useLinkWindows,
} from '../page.js';
import {
  boxOf,
  buttonOf,
  dialogOf,
  fieldOf,
  isSeen,
  open,
  part,
  phone,
  readable,
  submit,
} from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

describe('the phone form of a link button', () => {
  const windows = useLinkWindows();

  it('is announced as a form, not as a window', async () => {
    const element = await show(markup);
    expect(buttonOf(element).ariaHasPopup).to.equal('dialog');
    expect(readable(buttonOf(element).textContent)).to.equal('See what you qualify for');
  });

  it('opens with the focus in its field, and sends nothing', async () => {
    const element = await showForm();
    expect(element.shadowRoot!.activeElement).to.equal(fieldOf(element));
    expect([proxy.calls.length, windows.opened.length]).to.deep.equal([0, 0]);
  });

  it('has targets of at least 24 px', async () => {
    const element = await showForm();
    for (const target of dialogOf(element).querySelectorAll('input, button')) {
      expect(boxOf(target).height, target.outerHTML).to.be.at.least(24);
    }
  });

  it('opens with the number from the page, and never with one that was typed', async () => {
    const element = await showButton(markup);
    element.customerPhoneNumber = phone;
    await open(element);
    expect(fieldOf(element).value).to.equal('(415) 555-2671');
    fieldOf(element).value = '2125550100';
    dialogOf(element).close();
    element.customerPhoneNumber = undefined;
    await open(element);
    expect(fieldOf(element).value).to.equal('');
  });

  it('closes on Escape, and returns the focus to the button', async () => {
    const element = await showButton(markup);
    element.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => dialogOf(element).open);
    const heard = listenFirst('keydown', 'keyup');
    await sendKeys({ press: 'Escape' });
    await until(() => element.shadowRoot!.activeElement === buttonOf(element));
    expect(dialogOf(element).open).to.equal(false);
    expect(heard.length).to.equal(0); // otherwise, a cart drawer around the button would close, too
  });

  it('stays open, with the number, after a click outside of it', async () => {
    const element = await showForm();
    await sendKeys({ type: phone });
    await sendMouse({ type: 'click', position: [2, 2] });
    expect(dialogOf(element).open).to.equal(true);
    expect(fieldOf(element).value).to.equal('(415) 555-2671');
  });

  it('sends nothing without a number', async () => {
    const element = await showForm();
    await submit(element, '');
    await nextTurn();
    expect(proxy.calls.length).to.equal(0);
  });

  it('sends a number from the page only after the shopper had time to read the consent', async () => {
    proxy.hold();
    const element = await showButton(markup);
    element.customerPhoneNumber = `${phone} `; // padded, as in a fixed-width database column
    const start = performance.now();
    await open(element);
    await until(() => {
      part(element, 'phone-submit')?.click(); // like the second tap of a double tap, if the form opens under the finger
      return proxy.calls.length === 1;
    });
    expect(performance.now() - start).to.be.at.least(500);
  });

  it('ignores a held Enter key, on the button and in the form', async () => {
    const element = await showForm();
    for (const target of [buttonOf(element), fieldOf(element)]) {
      for (const repeat of [false, true]) {
        const init = { key: 'Enter', repeat, bubbles: true, composed: true, cancelable: true };
        expect(target.dispatchEvent(new KeyboardEvent('keydown', init))).to.equal(!repeat);
      }
    }
  });

  it("shows the page's consent text", async () => {
    const element = await showForm(
      `${markup.replace('></', '><span slot="consent">Our terms.</span></')}`,
    );
    expect(isSeen(element.querySelector('span')!)).to.equal(true);
  });

  for (const [lang, title, intro, hint] of [
    [
      'en',
      'Finish on your phone',
      "We'll text you a link that opens the application on your phone.",
      'A US number, such as (415) 555-\u20600132',
    ],
    [
      'es',
      'Continúe en su teléfono',
      'Le enviaremos un enlace que abre la solicitud en su teléfono.',
      'Un número de EE. UU., como (415) 555-\u20600132',
    ],
  ] as const) {
    it(`says what happens, and which numbers it accepts, in the language of the page: ${lang}`, async () => {
      const element = await showForm(markup.replace(' ', ` lang="${lang}" `));
      const dialog = dialogOf(element);
      const described = (from: Element, attribute: string) =>
        from
          .getAttribute(attribute)!
          .split(' ')
          .map((id) => readable(element.shadowRoot!.getElementById(id)!.innerText));
      expect(described(dialog, 'aria-labelledby')).to.deep.equal([title]);
      expect(described(dialog, 'aria-describedby')).to.deep.equal([intro]);
      expect(described(fieldOf(element), 'aria-describedby')).to.contain(hint);
      dialog.style.width = '200px';
      const text = [...part(element, 'phone-hint')!.childNodes].find((each) =>
        each.textContent?.includes('('),
      )!;
      const range = document.createRange();
      range.setStart(text, text.textContent!.indexOf('('));
      range.setEnd(text, text.textContent!.length);
      expect(range.getClientRects().length).to.equal(1);
    });
  }

  it('closes with the button in its corner, and returns the focus', async () => {
    const element = await showForm();
    const close = part(element, 'phone-close')!;
    expect(close.ariaLabel).to.equal('Close');
    const { width, height } = boxOf(close);
    expect([width, height]).to.deep.equal([44, 44]);
    close.click();
    await until(() => element.shadowRoot!.activeElement === buttonOf(element));
    expect(dialogOf(element).open).to.equal(false);
  });

  it('formats a number when its last digit is typed, and lets the shopper correct it', async () => {
    const element = await showForm();
    const field = fieldOf(element);
    await sendKeys({ type: '415555267' });
    expect(field.value).to.equal('415555267');
    await sendKeys({ type: '1' });
    expect(field.value).to.equal('(415) 555-2671');
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '2' });
    expect(field.value).to.equal('(415) 555-2672');
    field.value = '415555267';
    field.setSelectionRange(0, 0);
    await sendKeys({ type: '2' }); // reformatting here would move the cursor
    expect(field.value).to.equal('2415555267');
  });

  for (const [width, isFull] of [
    [390, true],
    [800, false],
  ] as const) {
    it(`${isFull ? 'fills' : 'does not fill'} a window of ${width} px with its buttons`, async () => {
      const { document } = await openDocument(`<body>${markup}${script}`, { width });
      const element = document.querySelector<PrequalButtonElement>('prequal-button')!;
      await until(() => element.shadowRoot?.querySelector('button'));
      await open(element);
      const [field, ...buttons] = ['phone-input', 'phone-submit', 'phone-cancel'].map((name) =>
        part(element, name)!.getBoundingClientRect(),
      );
      expect(buttons.map((button) => button.width === field!.width)).to.deep.equal([
        isFull,
        isFull,
      ]);
      expect(buttons[0]!.bottom <= buttons[1]!.top).to.equal(isFull);
    });
  }

  for (const [what, style, isFilled] of [
    ['fills its main button', '', true],
    ['leaves its main button to a page that colors it', '--financing-button-color: #1d5c3f', false],
  ] as const) {
    it(what, async () => {
      const element = await showForm(markup.replace(' ', ` style="${style}" `));
      const submit = getComputedStyle(part(element, 'phone-submit')!);
      const dialog = getComputedStyle(dialogOf(element));
      expect(submit.backgroundColor === dialog.color).to.equal(isFilled);
      expect(submit.color === dialog.backgroundColor).to.equal(isFilled);
    });
  }

  it('closes when the element is removed', async () => {
    const element = await showForm();
    const { parentElement } = element;
    element.remove();
    parentElement!.append(element);
    expect(dialogOf(element).open).to.equal(false);
  });

  it('closes if the page hides it, so that the page stays usable', async () => {
    const element = await showForm();
    element.parentElement!.style.display = 'none';
    await until(() => !dialogOf(element).open);
  });

  it('keeps its clicks from a link around the element, and sends the form', async () => {
    proxy.hold();
    const element = await showButton(markup);
    const card = document.createElement('a');
    card.href = '#card';
    element.parentElement!.append(card);
    card.append(element);
    await open(element);
    part(element, 'phone-title')!.click();
    dialogOf(element).click();
    fieldOf(element).click();
    fieldOf(element).value = phone;
    part(element, 'phone-submit')!.click();
    await until(() => proxy.calls.length);
    await nextTurn(); // Firefox follows a link in a later task than the click
    expect(location.hash).to.equal('');
  });

  it('hides input and key events from the page', async () => {
    const typing = ['beforeinput', 'input', 'keydown', 'keypress', 'keyup', 'change', 'submit'];
    const heard = listen(...typing);
    const element = await showForm();
    await sendKeys({ type: '415' });
    expect(fieldOf(element).value).to.equal('415');
    expect(heard.length).to.equal(0);
  });
});
