import { expect, fixture } from '@open-wc/testing';
import { createEstimateCache } from '../../src/client/estimate-cache.js';
import { resolveRequest } from '../../src/client/estimate-request.js';
import { createFakeProxy, estimateOf } from '../client/fake-proxy.js';
import { lineOf, part, readable, showDetails } from '../elements/shadow-tree.js';
import { nextTurn, until } from '../support/until.js';

const rendered = JSON.stringify({ id: '', ...estimateOf(520) });
const estimate = `<financing-estimate amount="520" estimate='${rendered}'>Ask us</financing-estimate>`;
const fallback = '<financing-estimate amount="520">Ask us</financing-estimate>';
const line = 'Estimated $45.72/mo for 12 months 9.99% APR $0 down';
const buttons =
  '<prequal-button location="a" delivery="sms"></prequal-button>' +
  '<pay-over-time-button location="a" amount="520" transaction-id="t"></pay-over-time-button>';

/** The errors in the page of a test. */
let errors: unknown[] = [];
afterEach(() => expect(errors).to.deep.equal([]));

/** Loads a server-rendered page in a frame without running scripts. */
async function load(body: string, { lang = 'en', sandbox = '' } = {}) {
  sessionStorage.clear();
  const query = new URLSearchParams({ body, lang });
  const frame = await fixture<HTMLIFrameElement>(
    `<iframe width="400" ${sandbox} src="/server-page?${query}"></iframe>`,
  );
  await until(() => {
    const { URL: url, readyState } = frame.contentDocument!;
    return url !== 'about:blank' && readyState === 'complete';
  });
  const view = frame.contentWindow as Window & typeof globalThis;
  const proxy = createFakeProxy();
  errors = [];
  view.fetch = proxy.fetch;
  view.addEventListener('error', ({ message }) => errors.push(message));
  view.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  const { document } = view;
  const element = document.body.firstElementChild!;

  async function run(script: string, tag = element.localName): Promise<void> {
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', src: script }),
    );
    await until(() => view.customElements.get(tag) ?? errors.length);
    // Waits for an update and the one that may follow.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  }

  const hydrate = () => run('/test/frameworks/hydrate.js', 'shop-card');
  return { proxy, document, element, run, hydrate };
}

/** Returns the visible parts of an element after layout. */
async function seen(element: Element): Promise<(string | undefined)[]> {
  const parts = element.shadowRoot!.querySelectorAll<HTMLElement>(
    '[part=payment], .apr, .down-payment',
  );
  await until(() => parts[0]?.innerText !== '');
  return [...parts].map(({ innerText }) => readable(innerText));
}

/** Lists the elements of a shadow tree. */
function nodesOf(element: Element): Element[] {
  return [...element.shadowRoot!.querySelectorAll('*')];
}

describe('A server-rendered page without scripts', () => {
  const noScripts = { sandbox: 'sandbox="allow-same-origin"' };

  it('shows an estimate that was rendered', async () => {
    const { element } = await load(estimate, noScripts);
    expect(await seen(element)).to.deep.equal([
      'Estimated $45.72/mo for 12 months',
      '9.99% APR',
      '$0 down',
    ]);
  });

  it('shows the estimate in the element’s language', async () => {
    const { element } = await load(estimate.replace(' ', ' lang="es" '), noScripts);
    expect((await seen(element))[0]).to.equal('Estimado $45.72/mes por 12 meses');
  });

  it('shows the fallback if no estimate was rendered', async () => {
    const { element } = await load(fallback, noScripts);
    expect((element as HTMLElement).innerText).to.equal('Ask us');
    // One line of text in the space reserved for the estimate.
    const { height } = element.getBoundingClientRect();
    expect(height % 24).to.equal(0);
  });

  it('shows no estimate next to an invalid amount', async () => {
    const { element } = await load(estimate.replace('"520"', '"$5–$20"'), noScripts);
    expect(await seen(element)).to.deep.equal([]);
  });

  it('shows the buttons', async () => {
    const { document } = await load(buttons, noScripts);
    const both = [...document.querySelectorAll('prequal-button, pay-over-time-button')];
    const labels = both.map((button) => readable(part(button, 'label')!.textContent));
    expect(labels).to.deep.equal(['See what you qualify for', 'Pay over time']);
  });
});

describe('A server-rendered page after hydration', () => {
  it('keeps its nodes and sends no request', async () => {
    const page = await load(estimate);
    const before = nodesOf(page.element);
    await page.hydrate();
    expect((page.element as HTMLElement & { status: string }).status).to.equal('ready');
    expect(nodesOf(page.element)).to.include.members(before);
    expect(lineOf(page.element)).to.equal(line);
    expect(page.proxy.calls).to.deep.equal([]);
  });

  for (const [name, numbers, shown] of [
    ['the estimate', estimateOf(520), line],
    ['that there is none', estimateOf(25), undefined],
  ] as const) {
    it(`shows ${name} from the previous page where the server rendered the fallback`, async () => {
      const page = await load(fallback);
      const cache = createEstimateCache(() => sessionStorage, Date.now);
      const request = resolveRequest({ endpoint: `${origin}/financing`, amount: 520 })!;
      cache.add(request, new Map([[520, { id: '520', ...numbers }]]));
      await page.hydrate();
      const element = page.element as HTMLElement & { status: string };
      await until(() => element.status === (shown ? 'ready' : 'unavailable'));
      await nextTurn();
      expect(page.proxy.calls).to.deep.equal([]);
      expect(lineOf(element)).to.equal(shown);
      sessionStorage.clear();
    });
  }

  it('doesn’t shift', async () => {
    const page = await load(`${estimate}<h2>Below</h2>`);
    const topOf = () => page.document.querySelector('h2')!.getBoundingClientRect().top;
    const before = topOf();
    await page.hydrate();
    expect(topOf()).to.equal(before);
  });

  it('opens the details', async () => {
    const page = await load(estimate);
    await page.hydrate();
    await showDetails(page.element);
    expect(part(page.element, 'breakdown')!.innerText).to.contain('$520.00');
  });

  it('uses the page’s language, which the server didn’t know', async () => {
    const page = await load(estimate, { lang: 'es' });
    const payment = part(page.element, 'payment')!;
    expect((await seen(page.element))[0]).to.equal('Estimated $45.72/mo for 12 months');
    await page.hydrate();
    expect(part(page.element, 'payment')).to.equal(payment);
    expect(lineOf(page.element)).to.equal(
      'Estimado $45.72/mes por 12 meses 9.99% APR $0 de pago inicial',
    );
    expect(part(page.element, 'details-button')!.ariaLabel).to.equal('Ver detalles: $45.72 al mes');
  });

  it('shows the estimate of the next amount', async () => {
    const page = await load(estimate);
    await page.hydrate();
    page.element.setAttribute('amount', '300');
    await until(() => lineOf(page.element)?.includes('$100.00/mo'));
    expect(page.proxy.amounts).to.deep.equal([[300]]);
  });

  it('requests an estimate that wasn’t rendered', async () => {
    const page = await load(fallback);
    await page.hydrate();
    await until(() => lineOf(page.element) !== undefined);
    expect(page.proxy.amounts).to.deep.equal([[520]]);
  });

  it('hides an estimate that can’t be financed', async () => {
    const none = JSON.stringify({ id: '', ...estimateOf(25) });
    const page = await load(estimate.replace(rendered, none));
    await page.hydrate();
    expect(page.element.getClientRects().length).to.equal(0);
  });

  it('has working buttons', async () => {
    const page = await load(buttons);
    const [prequal, payOverTime] = page.document.body.children as unknown as HTMLElement[];
    const before = [prequal!, payOverTime!].flatMap(nodesOf);
    await page.hydrate();
    expect([prequal!, payOverTime!].flatMap(nodesOf)).to.deep.equal(before);
    prequal!.click();
    await until(() => prequal!.shadowRoot!.querySelector('dialog')?.open);
  });

  it('applies its styles in an element of the shop that hydrates first', async () => {
    const page = await load('<shop-card amount="1000"></shop-card>');
    const inner = page.element.shadowRoot!.querySelector('financing-estimate')!;
    const before = nodesOf(inner);
    expect(inner.hasAttribute('defer-hydration')).to.equal(true);
    await page.hydrate();
    expect(nodesOf(inner)).to.include.members(before);
    expect(lineOf(inner)).to.equal('Estimated $100.00/mo for 10 months 0% APR $0 down');
    expect(inner.shadowRoot!.adoptedStyleSheets.length).to.be.greaterThan(0);
    expect(page.proxy.calls).to.deep.equal([]);
  });

  it('also works with dist/elements.js, which renders it again', async () => {
    const page = await load(estimate);
    await page.run('/dist/elements.js');
    expect(lineOf(page.element)).to.equal(line);
    expect(page.proxy.calls).to.deep.equal([]);
  });
});
