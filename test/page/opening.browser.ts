import { expect } from '@open-wc/testing';
import { until } from '../client/fake-proxy.js';
import { createDocument, script } from './document.js';

const landing = new URL('/test/page/landing.html', document.baseURI).href;

/** A page with a button, its link being the landing page, and what the landing page knows of where it is opened from. */
async function open(target: string, windowOf: (view: Window) => Window | null) {
  const page = await createDocument({ isHeld: true });
  page.document.write(`<prequal-button location="a" target="${target}"></prequal-button>`, script);
  page.document.close();
  await until(() => page.view.customElements.get('prequal-button'));
  const opened = windowOf(page.view)!;
  page.view.open = () => opened;
  page.document.querySelector('prequal-button')!.click();
  await until(() => page.proxy.calls.length);
  page.proxy.calls[0]!.respond({ url: landing });
  await until(() => opened.location.href === landing && opened.document.querySelector('h1'));
  return opened;
}

describe('a link button that opens its link', () => {
  it('sends a new window on without a referrer', async () => {
    const opened = await open('_blank', (view) => {
      view.document.body.append(view.document.createElement('iframe'));
      return view.frames[0]!;
    });
    expect(opened.document.referrer).to.equal('');
  });

  it('replaces the page with target="_self", without a referrer', async () => {
    const opened = await open('_self', (view) => view);
    expect(opened.document.referrer).to.equal('');
  });
});
