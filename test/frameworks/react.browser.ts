import { expect, fixture } from '@open-wc/testing';
import { createFakeProxy } from '../client/fake-proxy.js';
import { lineOf } from '../elements/shadow-tree.js';
import type * as Page from './react-page.js';
import { until } from '../support/until.js';

const page = new URL('./react-page.bundle.js', import.meta.url).href;
const { configure, mount, render, hydrate } = (await import(page)) as typeof Page;

async function createPage() {
  sessionStorage.clear();
  const proxy = createFakeProxy();
  const container = await fixture<HTMLElement>('<div></div>');
  return { proxy, container };
}

async function mounted() {
  const { proxy, container } = await createPage();
  const root = mount(container, proxy.fetch);
  await until(() => container.querySelector('output')?.textContent);
  return { proxy, container, root };
}

function lastButton(container: Element) {
  return [...container.querySelectorAll('prequal-button')].at(-1)!;
}

describe('A page of React 19', () => {
  it('requests an element’s estimate once, even in StrictMode', async () => {
    const { proxy, root } = await mounted();
    expect(proxy.amounts).to.deep.equal([[520]]);
    root.unmount();
  });

  it('receives the events of an element', async () => {
    const { container, root } = await mounted();
    expect(container.querySelector('output')!.textContent).to.equal('9.99');
    root.unmount();
  });

  it('sets properties', async () => {
    const { container, root } = await mounted();
    const button = container.querySelector('prequal-button')!;
    expect(button.customerDetails).to.deep.equal({ firstName: 'Ada' });
    expect(button.referral).to.equal('visit-1');
    root.unmount();
  });

  it('shows the estimate of the next amount', async () => {
    const { container, root } = await mounted();
    container.querySelector('button')!.click();
    const estimate = container.querySelector('financing-estimate')!;
    await until(() => lineOf(estimate)?.includes('$100.00/mo'));
    root.unmount();
  });

  it('hydrates server-rendered HTML without a mismatch', async () => {
    const { proxy, container } = await createPage();
    container.innerHTML = render();
    const mismatches: unknown[] = [];
    const root = hydrate(container, proxy.fetch, (error) => mismatches.push(error));
    const estimate = container.querySelector('financing-estimate')!;
    await until(() => lineOf(estimate)?.includes('$45.72/mo'));
    // React handles clicks once it has hydrated.
    await until(() => {
      container.querySelector('button')!.click();
      return lineOf(estimate)?.includes('$100.00/mo');
    });
    expect(mismatches).to.deep.equal([]);
    expect(container.querySelector('financing-estimate')).to.equal(estimate);
    root.unmount();
  });

  it('sets the properties of a hydrated element through a ref', async () => {
    const { proxy, container } = await createPage();
    container.innerHTML = render();
    const root = hydrate(container, proxy.fetch, () => undefined);
    await until(() => lastButton(container).customerDetails);
    root.unmount();
  });

  it('receives clicks on a hydrated element, through a ref and on the document', async () => {
    const { proxy, container } = await createPage();
    container.innerHTML = render();
    const root = hydrate(container, proxy.fetch, () => undefined);
    const button = lastButton(container);
    await until(() => button.customerDetails);
    const isCanceled: boolean[] = [];
    const onClick = (click: Event) => isCanceled.push(click.defaultPrevented);
    document.addEventListener('financing-click', onClick);
    button.location = 'main-street';
    await button.updateComplete;
    button.click();
    document.removeEventListener('financing-click', onClick);
    expect(isCanceled).to.deep.equal([true]);
    root.unmount();
  });

  it('reads the estimate that was shown before hydration from currentEstimate', async () => {
    const { proxy, container } = await createPage();
    container.innerHTML = render();
    configure({ fetch: proxy.fetch });
    const estimate = container.querySelector('financing-estimate')!;
    await until(() => estimate.status === 'ready');
    const root = hydrate(container, proxy.fetch, () => undefined);
    await until(() => lastButton(container).customerDetails);
    expect(estimate.currentEstimate?.monthlyAmount).to.equal(45.72);
    root.unmount();
  });
});
