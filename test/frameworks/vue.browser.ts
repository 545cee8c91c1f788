import { expect, fixture } from '@open-wc/testing';
import { createFakeProxy } from '../client/fake-proxy.js';
import { lineOf } from '../elements/shadow-tree.js';
import type * as Page from './vue-page.js';
import { until } from '../support/until.js';

const page = new URL('./vue-page.bundle.js', import.meta.url).href;
const { mount } = (await import(page)) as typeof Page;

async function mounted() {
  sessionStorage.clear();
  const proxy = createFakeProxy();
  const container = await fixture<HTMLElement>('<div></div>');
  mount(container, proxy.fetch);
  await until(() => container.querySelector('output')?.textContent);
  const [small, toggle] = container.querySelectorAll('button');
  return { proxy, container, small: small!, toggle: toggle! };
}

describe('A page of Vue 3', () => {
  it('receives the events of an element', async () => {
    const { container } = await mounted();
    expect(container.querySelector('output')!.textContent).to.equal('9.99');
  });

  it('sets properties', async () => {
    const { container } = await mounted();
    const button = container.querySelector('prequal-button')!;
    expect(button.customerDetails).to.deep.equal({ firstName: 'Ada' });
  });

  it('shows the estimate of the next amount', async () => {
    const { container, small } = await mounted();
    small.click();
    const estimate = container.querySelector('financing-estimate')!;
    await until(() => lineOf(estimate)?.includes('$100.00/mo'));
  });

  it('sends no further request for an element that it keeps alive', async () => {
    const { proxy, container, toggle } = await mounted();
    toggle.click();
    await until(() => !container.querySelector('financing-estimate'));
    toggle.click();
    await until(() => container.querySelector('financing-estimate')?.status === 'ready');
    expect(proxy.amounts).to.deep.equal([[520]]);
  });
});
