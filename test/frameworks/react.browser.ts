import { expect, fixture } from '@open-wc/testing';
import { createFakeProxy } from '../client/fake-proxy.js';
import { lineOf } from '../elements/shadow-tree.js';
import type * as Page from './react-page.js';
import { until } from '../support/until.js';

const page = new URL('./react-page.bundle.js', import.meta.url).href;
const { configure, mount, render, hydrate } = (await import(page)) as typeof Page;

let proxy: ReturnType<typeof createFakeProxy>;
let container: HTMLElement;
let root: ReturnType<typeof mount>;
beforeEach(async () => {
  sessionStorage.clear();
  proxy = createFakeProxy();
  container = await fixture('<div></div>');
});
afterEach(() => root.unmount());

/** Renders the page in the browser, and waits for its estimate. */
async function mounted() {
  root = mount(container, proxy.fetch);
  await until(() => container.querySelector('output')?.textContent);
}

/** Hydrates the page that the server rendered, and returns the button whose properties a ref sets. */
async function hydrated() {
  root = hydrate(container, proxy.fetch, () => undefined);
  const button = [...container.querySelectorAll('prequal-button')].at(-1)!;
  await until(() => button.customerDetails);
  return button;
}

describe('A page of React 19', () => {
  it('requests an element’s estimate once, even in StrictMode', async () => {
    await mounted();
    expect(proxy.amounts).to.deep.equal([[520]]);
  });

  it('receives the events of an element', async () => {
    await mounted();
    expect(container.querySelector('output')!.textContent).to.equal('9.99');
  });

  it('sets properties', async () => {
    await mounted();
    const button = container.querySelector('prequal-button')!;
    expect(button.customerDetails).to.deep.equal({ firstName: 'Ada' });
    expect(button.referral).to.equal('visit-1');
  });

  it('shows the estimate of the next amount', async () => {
    await mounted();
    container.querySelector('button')!.click();
    const estimate = container.querySelector('financing-estimate')!;
    await until(() => lineOf(estimate)?.includes('$100.00/mo'));
  });

  it('hydrates server-rendered HTML without a mismatch', async () => {
    container.innerHTML = render();
    const mismatches: unknown[] = [];
    root = hydrate(container, proxy.fetch, (error) => mismatches.push(error));
    const estimate = container.querySelector('financing-estimate')!;
    await until(() => lineOf(estimate)?.includes('$45.72/mo'));
    // React handles clicks once it has hydrated.
    await until(() => {
      container.querySelector('button')!.click();
      return lineOf(estimate)?.includes('$100.00/mo');
    });
    expect(mismatches).to.deep.equal([]);
    expect(container.querySelector('financing-estimate')).to.equal(estimate);
  });

  it('sets the properties of a hydrated element through a ref', async () => {
    container.innerHTML = render();
    const button = await hydrated();
    expect(button.customerDetails).to.deep.equal({ firstName: 'Ada' });
  });

  it('receives clicks on a hydrated element, through a ref and on the document', async () => {
    container.innerHTML = render();
    const button = await hydrated();
    const isCanceled: boolean[] = [];
    const onClick = (click: Event) => isCanceled.push(click.defaultPrevented);
    document.addEventListener('financing-click', onClick);
    button.location = 'main-street';
    await button.updateComplete;
    button.click();
    document.removeEventListener('financing-click', onClick);
    expect(isCanceled).to.deep.equal([true]);
  });

  it('reads the estimate that was shown before hydration from currentEstimate', async () => {
    container.innerHTML = render();
    configure({ fetch: proxy.fetch });
    const estimate = container.querySelector('financing-estimate')!;
    await until(() => estimate.status === 'ready');
    await hydrated();
    expect(estimate.currentEstimate?.monthlyAmount).to.equal(45.72);
  });
});
