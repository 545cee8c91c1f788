/** Tests the events that a shop measures: views of an estimate, and of its details. */
import { expect } from '@open-wc/testing';
import {
  configure,
  type FinancingDetailsEvent,
  type FinancingViewEvent,
} from '../../../src/index.js';
import { es } from '../../../src/words/script-text.js';
import { listen, settled, show, useHeldTimers } from '../page.js';
import { lineOf, part, readable } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const markup = '<financing-estimate amount="520" location="main-street"></financing-estimate>';

describe('financing-view', () => {
  const held = useHeldTimers((delay) => delay === 1_000);

  it('fires once when an estimate has been in view for a second', async () => {
    const views = listen<FinancingViewEvent>('financing-view');
    const element = await settled(markup);
    await until(() => held.timers.length);
    expect(views).to.deep.equal([]);
    held.fireAll();
    expect(views.map(({ target, estimate }) => [target, estimate.monthlyAmount])).to.deep.equal([
      [element, 45.72],
    ]);
    element.refresh();
    await until(() => element.status === 'ready');
    element.style.display = 'inline-block'; // new layout
    const other = await settled(markup); // observed after it
    await until(() => held.timers.length);
    held.fireAll();
    expect(views.map(({ target }) => target)).to.deep.equal([element, other]);
  });

  it('has the text of the line, in its language and with replaced texts', async () => {
    const views = listen<FinancingViewEvent>('financing-view');
    configure({ text: { es: { downPayment: 'hoy {downPayment}' } } });
    await settled(markup);
    await settled(markup.replace('>', ' lang="es" qualifier="from">'));
    await until(() => held.timers.length === 2);
    held.fireAll();
    configure({ text: { es: { downPayment: es.downPayment } } });
    expect(views.map(({ text }) => text)).to.have.members([
      'Estimated $45.72/mo for 12 months · 9.99% APR · $0 down',
      'Desde $45.72/mes por 12 meses · 9.99% APR · hoy $0',
    ]);
  });

  it('fires again for another amount, but not for one that was already in view', async () => {
    const views = listen<FinancingViewEvent>('financing-view');
    const element = await settled(markup);
    await until(() => held.timers.length);
    held.fireAll();
    element.amount = 300;
    await until(() => held.timers.length);
    held.fireAll();
    expect(views.map(({ estimate }) => estimate.monthlyAmount)).to.deep.equal([45.72, 100]);
    element.amount = 520;
    await until(() => element.status === 'ready');
    const other = await settled(markup); // observed after it
    await until(() => held.timers.length);
    held.fireAll();
    expect(views.map(({ target }) => target)).to.deep.equal([element, element, other]);
  });

  it("doesn't fire if less than half is in view, or for less than a second", async () => {
    const views = listen('financing-view');
    const box = await show<HTMLElement>(
      `<div style="overflow: hidden; position: relative; height: 200px"><div>${markup}</div></div>`,
    );
    const line = box.firstElementChild as HTMLElement;
    await until(() => held.timers.length);
    line.style.translate = '0 400px';
    await until(() => held.timers.length === 0);
    line.style.translate = '';
    await until(() => held.timers.length);
    expect(views).to.deep.equal([]);
    held.fireAll();
    expect(views.length).to.equal(1);
  });

  it("doesn't fire in a hidden tab", async () => {
    const views = listen('financing-view');
    await settled(markup);
    await until(() => held.timers.length);
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    held.fireAll();
    Reflect.deleteProperty(document, 'hidden');
    expect(views).to.deep.equal([]);
    await until(() => held.timers.length); // the tab is visible again
    held.fireAll();
    expect(views.length).to.equal(1);
  });

  it("doesn't fire for an amount that can't be financed", async () => {
    const views = listen<FinancingViewEvent>('financing-view');
    await settled(markup.replace('520', '25'));
    const other = await settled(markup);
    await until(() => held.timers.length);
    held.fireAll();
    expect(views.map(({ target }) => target)).to.deep.equal([other]);
  });
});

describe('financing-details', () => {
  it('reports that the details were opened and closed', async () => {
    const details = listen<FinancingDetailsEvent>('financing-details');
    const element = await settled(markup);
    part(element, 'details-button')!.click();
    await until(() => details.length);
    const dialog = part<HTMLDialogElement>(element, 'dialog')!;
    expect(dialog.open).to.equal(true);
    dialog.close();
    await until(() => details.length === 2);
    expect(details.map(({ target, open }) => [target, open])).to.deep.equal([
      [element, true],
      [element, false],
    ]);
  });

  it('reports that they were closed by a change of the amount', async () => {
    const details = listen<FinancingDetailsEvent>('financing-details');
    const element = await settled(markup);
    part(element, 'details-button')!.click();
    await until(() => details.length);
    element.amount = 300;
    await until(() => details.length === 2);
    expect(details.map(({ open }) => open)).to.deep.equal([true, false]);
  });
});

describe('<financing-estimate qualifier="from">', () => {
  async function lineIn(lang: string, amount: number, qualifier = 'from') {
    const element = await settled(
      `<financing-estimate lang=${lang} amount=${amount} qualifier=${qualifier} location=a></financing-estimate>`,
    );
    const spoken = element.shadowRoot!.querySelector('.spoken')!.textContent;
    return [readable(lineOf(element)), spoken];
  }

  it('says that the payment is for the lowest price, with its terms', async () => {
    expect(await lineIn('en', 520)).to.deep.equal([
      'From $45.72/mo for 12 months 9.99% APR $0 down',
      'Estimated payments from $45.72 a month for 12 months at 9.99% APR, with $0 down.',
    ]);
    expect(await lineIn('es', 520)).to.deep.equal([
      'Desde $45.72/mes por 12 meses 9.99% APR $0 de pago inicial',
      'Pagos estimados desde $45.72 al mes por 12 meses, con una APR de 9.99% y un pago inicial de $0.',
    ]);
  });

  it('has no effect with another value', async () => {
    const [line] = await lineIn('en', 520, 'starting');
    expect(line).to.match(/^Estimated \$45\.72/);
  });

  it('announces a new payment as the lowest one', async () => {
    const element = await settled(markup.replace('>', ' qualifier="from">'));
    element.amount = 300;
    await until(() => element.announcement.includes('$100.00'));
    expect(element.announcement).to.match(/^Estimated payments from \$100\.00 a month/);
  });
});
