import { expect, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type FinancingEstimateElement } from '../../../src/index.js';
import { amount, estimateOf } from '../../client/fake-proxy.js';
import {
  estimateTag,
  listen,
  listenFirst,
  nextCall,
  proxy,
  scrolling,
  settled,
  show,
} from '../page.js';
import { boxOf, inLine, isSeen, lineOf, part, readable, showDetails } from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

const unavailable = '<span slot="unavailable">Not this one</span>';

describe('<financing-estimate>', () => {
  describe('is accessible', () => {
    for (const [state, markup] of [
      ['ready', estimateTag(amount.financed)],
      [
        'unavailable',
        `<financing-estimate amount="${amount.inapplicable}">${unavailable}</financing-estimate>`,
      ],
      ['error', '<financing-estimate amount="abc">Ask us</financing-estimate>'],
      ['idle', '<financing-estimate>Ask us</financing-estimate>'],
    ]) {
      it(`when ${state}`, async () => {
        const element = await settled(markup!);
        expect(element.status).to.equal(state);
        await expect(element).to.be.accessible();
      });
    }

    it('when loading', async () => {
      proxy.hold();
      const element = await show(estimateTag(amount.financed, '', 'Ask us'));
      expect((element as FinancingEstimateElement).status).to.equal('loading');
      await expect(element).to.be.accessible();
    });

    it('with its dialog open', async () => {
      const element = await settled(estimateTag(amount.financed));
      await showDetails(element);
      await expect(element).to.be.accessible();
    });

    it('for a screen reader, in one sentence', async () => {
      const element = await settled(estimateTag(amount.financed));
      for (const name of ['payment', 'apr', 'down-payment']) {
        expect(inLine(element, name)!.ariaHidden, name).to.equal('true');
      }
      expect(readable(element.shadowRoot!.querySelector('.spoken')?.textContent)).to.equal(
        'Estimated payment: $45.72 a month for 12 months at 9.99% APR, with $0 down.',
      );
    });
  });

  describe('shows', () => {
    it('the payment, the term, the APR, and the amount due today, in this order', async () => {
      const element = await settled(estimateTag(amount.financed));
      const names = [...inLine(element, 'line')!.querySelectorAll('[part]')].map((child) =>
        child.getAttribute('part'),
      );
      expect(names).to.deep.equal(['payment', 'amount', 'terms', 'details-button']);
      expect(part(element, 'amount')!.textContent).to.equal('$45.72/mo');
      expect(inLine(element, 'term')!.textContent).to.equal('for 12 months');
      expect(lineOf(element)).to.equal('Estimated $45.72/mo for 12 months 9.99% APR $0 down');
    });

    for (const lang of ['de', 'ar']) {
      it(`English and dollars under lang=${lang}, with a lang attribute`, async () => {
        const element = await settled(estimateTag(amount.financed, `lang="${lang}"`));
        expect(lineOf(element)).to.equal('Estimated $45.72/mo for 12 months 9.99% APR $0 down');
        expect(element.shadowRoot!.querySelector('[lang="en"]')).to.contain(
          inLine(element, 'line'),
        );
      });
    }

    it('the APR of a service that sends a fraction', async () => {
      proxy.hold();
      const element = await show<FinancingEstimateElement>(
        `<financing-estimate amount="520" apr-unit="fraction"></financing-estimate>`,
      );
      (await nextCall()).respond([{ id: '52000', ...estimateOf(520), apr: 0.0999 }]);
      await until(() => lineOf(element));
      expect(lineOf(element)).to.equal('Estimated $45.72/mo for 12 months 9.99% APR $0 down');
    });

    it('term-months if the estimate implies no term', async () => {
      proxy.hold();
      const element = await show<FinancingEstimateElement>(estimateTag(520, 'term-months="24"'));
      (await nextCall()).respond([{ id: '52000', ...estimateOf(520), monthlyAmount: 48 }]);
      await until(() => lineOf(element));
      expect(readable(inLine(element, 'term')?.textContent)).to.equal('for 24 months');
    });

    it("no term if it's unknown, and warns once for each element", async () => {
      const { warn } = console;
      const warnings: unknown[][] = [];
      console.warn = (...words: unknown[]) => warnings.push(words);
      proxy.hold();
      const odd = [{ id: '52000', ...estimateOf(520), monthlyAmount: 48 }];
      const markup = '<financing-estimate amount="520"></financing-estimate>';
      const wrapper = await show(`<div>${markup.repeat(2)}</div>`);
      const [element, other] = [...wrapper.children] as FinancingEstimateElement[];
      (await nextCall()).respond(odd);
      await until(() => lineOf(element!));
      element!.refresh();
      (await nextCall(2)).respond(odd);
      await until(() => element!.status === 'ready' && warnings.length === 2);
      await element!.updateComplete;
      await nextTurn();
      console.warn = warn;
      expect(lineOf(element!)).to.equal('Estimated $48.00/mo 9.99% APR $0 down');
      const sentence =
        '<financing-estimate>: The estimate doesn\'t imply a whole number of months, so the line shows no term. If you know the number of monthly payments, set it as term-months="12".';
      expect(warnings).to.deep.equal([
        [sentence, element],
        [sentence, other],
      ]);
    });
  });

  describe('opens a dialog', () => {
    async function open(dollars: number) {
      const element = await settled(estimateTag(dollars, '', '<p slot="disclosure">CFL 123</p>'));
      await showDetails(element);
      return element;
    }

    it('that stays legible if the page hides the text of a price behind a gradient', async () => {
      const style =
        '-webkit-text-fill-color: transparent; pointer-events: none; text-indent: -9999px';
      const element = await settled(`<div style="${style}">${estimateTag(amount.financed)}</div>`);
      await showDetails(element);
      const { color, webkitTextFillColor, textIndent } = getComputedStyle(
        part(element, 'summary')!,
      );
      expect([webkitTextFillColor, textIndent]).to.deep.equal([color, '0px']);
      const { x, y } = boxOf(part(element, 'dialog-close')!);
      const hit = element.shadowRoot!.elementFromPoint(x + 20, y + 20);
      expect(hit?.closest('[part=dialog-close]')).to.equal(part(element, 'dialog-close'));
    });

    it("whose Escape key doesn't close a quick view around it", async () => {
      const element = await open(amount.financed);
      const keys = listenFirst<KeyboardEvent>('keydown', 'keyup');
      for (const key of ['Shift', 'Escape', 'Shift']) await sendKeys({ press: key });
      await until(() => !part(element, 'dialog'));
      for (const frame of [nextFrame, nextFrame]) await frame();
      await sendKeys({ press: 'Escape' }); // the page's own again
      expect(keys.map(({ key }) => key).join()).to.equal('Shift,Shift,Shift,Shift,Escape,Escape');
    });

    it('that scrolls on a page with custom scrolling, and drags no carousel', async () => {
      const element = await open(amount.financed);
      const heard = listen(...scrolling);
      for (const type of scrolling) {
        part(element, 'summary')!.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
      }
      expect(heard).to.deep.equal([]);
    });

    it("with the page's mark", async () => {
      const element = await settled(
        `<financing-estimate amount="${amount.financed}"><svg slot="mark" width="40" height="20"><path /></svg></financing-estimate>`,
      );
      await showDetails(element);
      const style = getComputedStyle(part(element, 'dialog')!.querySelector('[slot=mark]')!);
      expect([style.width, style.stroke, style.fill]).to.deep.equal([
        '40px',
        'none',
        'rgb(0, 0, 0)',
      ]);
    });

    it("with the page's next step and its mark", async () => {
      const element = await settled(
        `<financing-estimate amount="${amount.financed}"><b slot="mark">Lender</b><prequal-button slot="action" location="a"></prequal-button></financing-estimate>`,
      );
      const action = element.querySelector('prequal-button')!;
      expect([isSeen(action), isSeen(element.querySelector('b')!)]).to.deep.equal([false, true]);
      await showDetails(element);
      expect(isSeen(action)).to.equal(true);
      expect(part(element, 'dialog')!.textContent).to.contain('Lender');
      await expect(element).to.be.accessible();
    });

    it('with a sticky header and a close button of 44 px', async () => {
      const element = await open(amount.financed);
      element.querySelector('p')!.style.height = '3000px';
      const dialog = part(element, 'dialog')!;
      const close = part(element, 'dialog-close')!;
      const before = boxOf(close);
      expect([before.width, before.height]).to.deep.equal([44, 44]);
      dialog.scrollTo(0, 1000);
      expect(dialog.scrollTop).to.equal(1000);
      expect(boxOf(close).top).to.be.closeTo(boxOf(dialog).top, 20);
    });

    it("by keyboard, and returns the focus when it's closed by keyboard", async () => {
      const element = await settled(estimateTag(amount.financed));
      const button = part(element, 'details-button')!;
      button.focus();
      await sendKeys({ press: 'Enter' });
      await until(() => part<HTMLDialogElement>(element, 'dialog')?.open);
      await sendKeys({ press: 'Escape' });
      await until(() => !part(element, 'dialog'));
      expect(element.shadowRoot!.activeElement).to.equal(button);
    });

    it('that closes when the element is moved, and can be opened again', async () => {
      const element = await open(amount.financed);
      const other = await show<HTMLElement>('<div></div>');
      other.append(element);
      await until(() => !part(element, 'dialog'));
      part(element, 'details-button')!.click();
      await until(() => part(element, 'dialog')?.matches(':modal'));
    });

    it("whose clicks don't follow a link around the element", async () => {
      const element = await open(amount.financed);
      part<HTMLDialogElement>(element, 'dialog')!.close();
      await until(() => !part(element, 'dialog'));
      const card = document.createElement('a');
      card.href = '#card';
      element.parentElement!.append(card);
      card.append(element);
      const terms = document.createElement('a');
      terms.href = '#terms';
      element.querySelector('p')!.append(terms);

      const clicks = listen('click');
      const before = location.hash;
      await showDetails(element);
      part(element, 'dialog')!.click();
      part(element, 'dialog-title')!.click();
      element.querySelector('p')!.click();
      await nextTurn(); // Firefox follows a link in a later task than the click
      expect(location.hash).to.equal(before);
      terms.click();
      await until(() => location.hash === '#terms');
      part(element, 'dialog-close')!.click();
      expect(clicks.map((click) => click.defaultPrevented)).to.deep.equal([
        true,
        true,
        true,
        true,
        false,
        true,
      ]);
      history.replaceState(null, '', before || location.pathname + location.search);
    });

    for (const [what, hide] of [
      ['the element', (element) => (element.hidden = true)],
      ['what it is in', (element) => (element.parentElement!.style.display = 'none')],
    ] as [string, (element: FinancingEstimateElement) => void][]) {
      it(`that closes if the page hides ${what}, so that the page stays usable`, async () => {
        const element = await open(amount.financed);
        hide(element);
        await until(() => !part(element, 'dialog'));
      });
    }

    it('that its close button closes', async () => {
      const element = await open(amount.financed);
      part(element, 'dialog-close')!.click();
      await until(() => !part(element, 'dialog'));
    });
  });

  describe('reports', () => {
    it('the estimate on screen', async () => {
      proxy.hold();
      const element = await show<FinancingEstimateElement>(estimateTag(520));
      const seen = [element.currentEstimate?.monthlyAmount];
      for (const status of ['ready', 'unavailable']) {
        await until(() => proxy.calls.length);
        proxy.calls.shift()!.respond();
        await until(() => element.status === status);
        seen.push(element.currentEstimate?.monthlyAmount);
        element.amount = amount.inapplicable;
        await element.updateComplete;
        seen.push(element.currentEstimate?.monthlyAmount);
      }
      expect(seen).to.deep.equal([undefined, 45.72, undefined, undefined, undefined]);
    });
  });
});
