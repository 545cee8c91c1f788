import { expect, fixture } from '@open-wc/testing';
import type {} from '../../src/index.js';
import type * as Page from './vue-script-tag-page.js';

const page = new URL('./vue-script-tag-page.bundle.js', import.meta.url).href;
const { mount } = (await import(page)) as typeof Page;

describe('A page of Vue 3 with the script tag', () => {
  it('sets properties before the script has run', async () => {
    const container = await fixture<HTMLElement>('<div></div>');
    mount(container);
    const button = container.querySelector('prequal-button')!;
    expect(customElements.get('prequal-button')).to.equal(undefined);
    await import('../../src/index.js');
    expect(button.disabled).to.equal(false);
    expect(button.customerDetails).to.deep.equal({ firstName: 'Ada' });
  });
});
