import { expect } from '@open-wc/testing';
import { amounts, cards, createDocument, openDocument } from '../elements/page.js';
import { until } from '../support/until.js';

const script = '<script type="module" src="/dist/elements.js"></script>';

describe('dist/elements.js with 1,000 estimates on a page', () => {
  it('makes two calls', async () => {
    const { document, proxy } = await openDocument([cards(amounts(1000)), script]);
    const all = () => [...document.querySelectorAll('financing-estimate')];
    await until(() => all().length === 1000 && all().every(({ status }) => status === 'ready'));
    expect(proxy.amounts.map((items) => items.length)).to.deep.equal([500, 500]);
  }).timeout(30_000);
});

describe("dist/elements.js on a page that's already loaded", () => {
  /** Returns the order of the first call, the definition of the elements, and the first task after the call. */
  async function orderWith(count: number): Promise<string[]> {
    const { document, view, proxy } = await createDocument();
    const order: string[] = [];
    const { define } = view.customElements;
    view.customElements.define = (...definition) => {
      if (definition[0] === 'financing-estimate') order.push('definition');
      define.apply(view.customElements, definition);
    };
    view.fetch = (...asked) => {
      order.push('call');
      view.setTimeout(() => order.push('next task'));
      return proxy.fetch(...asked);
    };
    document.write(cards(amounts(count)), script);
    document.close();
    await until(() => order.length === 3);
    return order;
  }

  for (const count of [1, 100, 500]) {
    it(`defines the elements in the task of the call, with ${count} of them`, async () => {
      expect(await orderWith(count)).to.deep.equal(['call', 'definition', 'next task']);
    });
  }

  it("drops the call of 101 elements when they're removed", async () => {
    const { document, view, proxy } = await openDocument([cards(amounts(101)), script], {
      isHeld: true,
    });
    await until(() => view.customElements.get('financing-estimate') && proxy.calls.length);
    // The page's timers fire in order, so the call was handed over to the elements before this one fires.
    await new Promise((resolve) => view.setTimeout(resolve));
    document.body.replaceChildren();
    await until(() => proxy.calls[0]!.signal.aborted);
  });

  it("makes one attempt for 101 elements, even if it fails before they're defined", async () => {
    const { document, view } = await createDocument();
    const wasDefined: boolean[] = [];
    view.fetch = () => {
      wasDefined.push(Boolean(view.customElements.get('financing-estimate')));
      return Promise.reject(new TypeError('refused'));
    };
    document.write(cards(amounts(101)), script);
    document.close();
    const all = () => [...document.querySelectorAll('financing-estimate')];
    await until(() => all().length === 101 && all().every(({ status }) => status === 'error'));
    expect(wasDefined).to.deep.equal([false]);
  });

  it('makes one call for 101 elements and two copies', async () => {
    const { document, view, proxy } = await createDocument({ isHeld: true });
    let calls = 0;
    view.fetch = (...asked) => {
      calls += 1;
      return proxy.fetch(...asked);
    };
    const warnings: unknown[] = [];
    view.console.warn = (text: unknown) => warnings.push(text);
    document.write(cards(amounts(101)), script, script.replace('.js', '.js?second'));
    document.close();
    await until(() => warnings.length);
    expect(calls).to.equal(1);
  });

  it('leaves 101 elements to the first of two copies', async () => {
    const { document, view } = await createDocument();
    view.console.warn = () => {};
    const secondCopy = script.replace('.js', '.js?second');
    const first = `<script type="module">
      import { FinancingEstimateElement } from '/dist/elements.js';
      globalThis.first = FinancingEstimateElement;
    </script>`;
    document.write(cards(amounts(101)), script, secondCopy, first);
    document.close();
    const defined = await view.customElements.whenDefined('financing-estimate');
    await until(() => 'first' in view);
    expect(defined).to.equal(Reflect.get(view, 'first'));
  });
});
