import { expect } from '@open-wc/testing';
import {
  amounts,
  asyncScript,
  cards,
  createDocument,
  dropTimers,
  openDocument,
  script,
} from '../elements/page.js';
import { nextTurn, until } from '../support/until.js';

/** The estimate of a $300 price that the server rendered. */
const rendered = { id: '', monthlyAmount: 30, amountFinanced: 300, downPayment: 0, apr: 0 };
const followsRendered = `<financing-estimate amount-from="#price" estimate='${JSON.stringify(rendered)}'></financing-estimate>`;

describe('<script type="module" src=".../elements.js">', () => {
  it('makes the first call before it defines the elements', async () => {
    const { document, view, proxy } = await createDocument();
    const order: string[] = [];
    const { define } = view.customElements;
    view.customElements.define = (...definition) => {
      order.push('define');
      define.apply(view.customElements, definition);
    };
    view.fetch = (...asked) => {
      order.push('fetch');
      return proxy.fetch(...asked);
    };
    document.write(cards(amounts(2)), script);
    document.close();
    await until(() => order.length === 4);
    expect(order).to.deep.equal(['fetch', 'define', 'define', 'define']);
  });

  it('makes one call for 100 elements, which use its response', async () => {
    const page = await openDocument([cards(amounts(100)), script]);
    await until(() => page.estimates.every((estimate) => estimate.status === 'ready'));
    expect(page.proxy.amounts).to.deep.equal([amounts(100)]);
  });

  it('makes one call for 100 elements in several pieces of HTML', async () => {
    const page = await createDocument();
    dropTimers(page.view, (delay) => delay === 500); // a slow machine may need longer for the pieces
    page.document.write(asyncScript);
    await until(() => page.view.customElements.get('financing-estimate'));
    for (let piece = 0; piece < 10; piece++) {
      page.document.write(cards(amounts(100).slice(piece * 10, piece * 10 + 10)));
      await until(() => page.estimates.at(-1)!.status === 'loading');
    }
    expect(page.proxy.calls.length).to.equal(0);
    page.document.close();
    await until(() => page.estimates.every((estimate) => estimate.status === 'ready'));
    expect(page.proxy.amounts).to.deep.equal([amounts(100)]);
  });

  it('makes another call for elements that are added in a later turn', async () => {
    const page = await openDocument([cards([100]), script]);
    await until(() => page.estimates[0]!.status === 'ready');
    page.document.body.insertAdjacentHTML('beforeend', cards([100, 200, 300]));
    await until(() => page.estimates.every((estimate) => estimate.status === 'ready'));
    expect(page.proxy.amounts).to.deep.equal([[100], [200, 300]]);
  });

  it('requests estimates for elements and buttons with their own settings', async () => {
    const { proxy } = await openDocument([
      '<main data-financing-location="near">',
      '<financing-estimate amount="100"></financing-estimate>',
      '<pay-over-time-button amount="200"></pay-over-time-button>',
      '<financing-estimate amount="300" location="own" time-zone="America/New_York"></financing-estimate>',
      '<financing-estimate amount="400" location="own" representative="7"></financing-estimate>',
      '<financing-estimate></financing-estimate>',
      '<template><financing-estimate amount="500"></financing-estimate></template>',
      '</main>',
      script,
    ]);
    await until(() => proxy.calls.length === 3);
    expect(proxy.calls.map(({ url }) => url.search)).to.have.members([
      '?location=near',
      '?timeZone=America%2FNew_York&location=own',
      '?location=own&representative=7',
    ]);
    expect(proxy.amounts.flat()).to.have.members([100, 200, 300, 400]);
  });

  it('requests the amounts of a page and the prices on it in one call', async () => {
    const { document, view, proxy } = await createDocument();
    dropTimers(view, (delay) => delay === 500); // a busy machine may need longer for the prices
    document.write(
      '<b id="price">$1,299.00</b><financing-estimate amount-from="#price"></financing-estimate>',
      cards([100]),
      script,
    );
    document.close();
    await until(() => proxy.calls.length);
    await nextTurn();
    expect(proxy.amounts).to.deep.equal([[100, 1299]]);
  });

  it('keeps the estimate that the server rendered for a price, and requests the next price', async () => {
    const { document, proxy } = await createDocument();
    const payments: number[] = [];
    document.addEventListener('financing-estimate', (event) =>
      payments.push(event.estimate.monthlyAmount),
    );
    document.write(
      '<b id="price">$300</b>',
      followsRendered,
      '<b id="other">$100</b><financing-estimate amount-from="#other"></financing-estimate>',
      script,
    );
    document.close();
    await until(() => payments.includes(10)); // so prices can be read
    document.querySelector('b')!.textContent = '$400';
    await until(() => payments.includes(40));
    expect(payments).to.deep.equal([30, 10, 40]);
    expect(proxy.amounts).to.deep.equal([[100], [400]]);
    const { shadowRoot } = document.querySelector('financing-estimate')!;
    await until(() => shadowRoot!.querySelector('[role=status]')?.textContent.includes('$40.00'));
  });

  it("requests a price that isn't the price of the server's estimate", async () => {
    const { document, proxy } = await openDocument([
      '<b id="price">$400</b>',
      followsRendered,
      script,
    ]);
    const element = document.querySelector('financing-estimate')!;
    await until(() => element.currentEstimate?.monthlyAmount === 40);
    expect(proxy.amounts).to.deep.equal([[400]]);
  });

  it("removes the server's estimate if the shopper doesn't see the price", async () => {
    const { document, proxy } = await openDocument([
      '<b id="price" hidden>$300</b>',
      followsRendered,
      script,
    ]);
    const element = document.querySelector('financing-estimate')!;
    await until(() => element.status === 'idle');
    document.querySelector('b')!.hidden = false;
    await until(() => element.status === 'ready');
    expect(proxy.amounts).to.deep.equal([[300]]);
  });

  it('leaves lazy and server-rendered elements out of the first call', async () => {
    const page = await openDocument([
      '<financing-estimate amount="100"></financing-estimate>',
      `<financing-estimate amount="300" estimate='${JSON.stringify(rendered)}'></financing-estimate>`,
      '<div style="height: 20000px"></div>',
      '<financing-estimate amount="200" loading="lazy"></financing-estimate>',
      script,
    ]);
    await until(() => page.estimates[0]!.status === 'ready');
    expect(page.estimates.map(({ status }) => status)).to.deep.equal(['ready', 'ready', 'idle']);
    expect(page.proxy.amounts).to.deep.equal([[100]]);
  });

  it('requests through a wrapped fetch that expects its first argument to be a string', async () => {
    const { document, view, proxy } = await createDocument();
    const carts: string[] = [];
    view.fetch = (...asked) => {
      const [address] = asked as [string];
      if (address.includes('/cart/add')) carts.push(address);
      return proxy.fetch(...asked);
    };
    document.write(cards([100]), script);
    document.close();
    await until(() => document.querySelector('financing-estimate')?.status === 'ready');
    expect(carts).to.deep.equal([]);
  });

  it('makes one attempt under a policy that forbids its endpoint', async () => {
    const page = await createDocument({ fetchesItself: true });
    const violations: string[] = [];
    const codes: string[] = [];
    page.document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      violations.push(effectiveDirective);
    });
    page.document.addEventListener('financing-error', ({ code }) => codes.push(code));
    page.document.write(
      `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">`,
      '<financing-estimate amount="100">Ask us</financing-estimate>',
      script,
    );
    page.document.close();
    await until(() => codes.length && violations.length);
    await nextTurn();
    expect(codes).to.deep.equal(['network']);
    expect(violations).to.deep.equal(['connect-src']);
  });

  it('shows estimates and creates links without storage and without crypto.randomUUID', async () => {
    const page = await createDocument();
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(page.view, storage, {
        get() {
          throw new Error(`${storage} is forbidden`);
        },
      });
    }
    Object.defineProperty(page.view.Crypto.prototype, 'randomUUID', { value: undefined });
    page.view.open = () => null;
    page.document.write(cards([100]), '<prequal-button location="a"></prequal-button>', script);
    page.document.close();
    await until(() => page.estimates[0]!.status === 'ready');
    page.document.querySelector('prequal-button')!.click();
    await until(() => page.proxy.calls.length === 2);
    expect(page.proxy.calls[1]!.headers.get('idempotency-key')).to.match(/^[\d-]{16,}$/);
  });

  it("doesn't touch the elements of another copy, and reports that once", async () => {
    const page = await createDocument();
    const warnings: unknown[] = [];
    let calls = 0;
    page.view.fetch = (() => (calls += 1)) as never;
    page.view.console.warn = (text: unknown) => warnings.push(text);
    for (const tag of ['financing-estimate', 'prequal-button', 'pay-over-time-button']) {
      page.view.customElements.define(tag, class extends page.view.HTMLElement {});
    }
    page.document.write(cards([100]), script);
    page.document.close();
    await until(() => warnings.length);
    expect(warnings.length).to.equal(1);
    expect(calls).to.equal(0);
  });

  it('uses properties that were set before it ran', async () => {
    const page = await createDocument();
    page.document.write('<financing-estimate></financing-estimate>');
    Object.assign(page.estimates[0]!, { amount: 100, location: 'early' });
    page.document.write(script);
    page.document.close();
    await until(() => page.estimates[0]!.status === 'ready');
    expect(page.proxy.calls[0]!.url.search).to.equal('?location=early');
  });

  it("requests nothing from the page's own origin before configure() if another origin serves it", async () => {
    const page = await createDocument();
    const foreign = `http://127.0.0.1:${globalThis.location.port}/dist/elements.js`;
    page.document.write(
      cards([100]),
      '<financing-estimate amount="200" endpoint="/named"></financing-estimate>',
      `<script type="module">import { configure } from '${foreign}';`,
      "configure({ endpoint: 'https://pay.example/financing' });</script>",
    );
    page.document.close();
    await until(() => page.proxy.calls.length === 2);
    await nextTurn();
    expect(page.proxy.calls.map(({ url }) => url.href.split('/purchase')[0])).to.have.members([
      'https://pay.example/financing',
      `${globalThis.origin}/named`,
    ]);
  });
});
