import { expect } from '@open-wc/testing';
import { createFakeProxy } from '../client/fake-proxy.js';
import { until } from '../support/until.js';
import { estimate, open, script, shown } from './built-page.js';

const button =
  '<pay-over-time-button amount="1000" location="a" transaction-id="t" redirect-url="/thanks"></pay-over-time-button>';

describe('dist/elements.js on a page with a <base> on another origin', () => {
  it('finds the proxy, the redirect-url, and the origin of a warning on the page itself', async () => {
    const base = '<base href="https://cdn.example/assets/">';
    const page = await open(
      `${script}${base}<div data-financing-endpoint="/dist">${estimate}${button}</div>`,
    );
    expect(await shown(page)).to.equal('Estimated $100.00/mo');

    const proxy = createFakeProxy({ isHeld: true });
    page.view.fetch = proxy.fetch;
    page.document.querySelector('pay-over-time-button')!.click();
    await until(() => proxy.calls.length);
    const { url, body, respond } = proxy.calls[0]!;
    expect(url.origin).to.equal(location.origin);
    expect(body).to.include({ redirectUrl: `${location.origin}/thanks` });

    respond({ code: 'redirect-not-allowed' }, { status: 422 });
    await until(() => page.wrong.warnings.length);
    expect(String(page.wrong.warnings[0])).to.contain(
      `The proxy refused the redirect-url on ${location.origin} (`,
    );
  });
});
