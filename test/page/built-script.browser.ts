import { expect } from '@open-wc/testing';
import { notRun } from '../runner/not-run.js';
import { until } from '../support/until.js';
import {
  type BuiltPage,
  estimate,
  nothingWrong,
  open,
  opensDetails,
  script,
  shown,
} from './built-page.js';
import { createFakeProxy } from '../client/fake-proxy.js';

const secondCopy = script.replace('.js', '.js?second');
const addressOf = (tag: string) => new URL(/src="(.*)"/.exec(tag)![1]!, location.href).href;
const follows =
  '<b class="price">$500.00</b><financing-estimate amount-from=".price">Ask us</financing-estimate>';
const ambiguous = '<financing-estimate amount="1.299,00">Ask us</financing-estimate>';

const strict = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'none'";
const trusted = `${strict}; require-trusted-types-for 'script'; trusted-types`;

describe('dist/elements.js on a page with a strict Content-Security-Policy', () => {
  it('shows estimates, details, and buttons without a violation', async () => {
    const page = await open(`${estimate}<prequal-button></prequal-button>${script}`, strict);
    expect(await shown(page)).to.equal('Estimated $100.00/mo');
    expect(await opensDetails(page)).to.equal(true);
    const button = page.document.querySelector('prequal-button')!.shadowRoot!;
    expect(button.querySelector('button')!.textContent).to.contain('See what you qualify for');
    expect(page.wrong).to.deep.equal(nothingWrong);
  });

  it('explains mistakes with its second file, and loads that file only then', async () => {
    const page = await open(ambiguous + script, strict);
    await until(() => page.wrong.warnings.length);
    expect(String(page.wrong.warnings[0])).to.contain('is not a clear amount in US dollars');
    expect(page.wrong).to.deep.equal({ ...nothingWrong, warnings: page.wrong.warnings });
    const right = await open(estimate + script, strict);
    await shown(right);
    const files = right.view.performance.getEntriesByType('resource').map(({ name }) => name);
    expect(files.filter((file) => file.includes('messages'))).to.deep.equal([]);
  });

  it("warns with only the code if its second file can't be loaded", async () => {
    const alone = script.replace('/dist/', '/alone/');
    const page = await open(ambiguous + alone, strict);
    await until(() => page.wrong.warnings.length);
    expect(page.wrong).to.deep.equal({
      ...nothingWrong,
      warnings: [
        `<financing-estimate>: invalid-amount (no response from the proxy at ${location.origin}/alone, or elements-messages.<hash>.js is missing or fails its integrity check)`,
      ],
    });
    expect(page.document.querySelector('financing-estimate')!.innerText).to.equal('Ask us');
  });

  it("keeps its line if the dialogs can't be loaded, and reports an error on each click", async () => {
    const numbers = { monthlyAmount: 100, amountFinanced: 1000, downPayment: 0, apr: 0 };
    const rendered = JSON.stringify({ id: '', ...numbers });
    const here = `<financing-estimate estimate='${rendered}'>Ask us</financing-estimate>`;
    const page = await open(here + script.replace('/dist/', '/alone/'), '');
    expect(await shown(page)).to.equal('Estimated $100.00/mo');
    const { shadowRoot } = page.document.querySelector('financing-estimate')!;
    const button = shadowRoot!.querySelector<HTMLElement>('[part=details-button]')!;
    for (const clicks of [1, 2]) {
      button.click();
      await until(() => page.wrong.errors.length === clicks);
    }
    expect(String(page.wrong.errors[0])).to.contain(
      'elements-dialogs.<hash>.js is missing or fails its integrity check',
    );
    expect(shadowRoot!.querySelector('.apr')!.checkVisibility()).to.equal(true);
  });

  it('reports an error for delivery="sms" if the dialogs fail to load', async () => {
    const here = '<prequal-button delivery="sms" location="main-street"></prequal-button>';
    const page = await open(here + script.replace('/dist/', '/alone/'), '');
    const button = page.document.querySelector('prequal-button')!;
    await until(() => button.shadowRoot);
    button.click();
    const message = button.shadowRoot!.querySelector('[role=status]')!;
    await until(() => message.textContent.includes('Something went wrong. Please try again.'));
  });

  it('loads the price reader only for an element that follows a price', async () => {
    const readers = ({ view }: BuiltPage) =>
      view.performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('elements-prices'));
    const page = await open(follows + script, strict);
    expect(await shown(page)).to.equal('Estimated $50.00/mo');
    expect(readers(page)).to.have.length(1);
    expect(page.wrong).to.deep.equal(nothingWrong);
    const other = await open(estimate + script, strict);
    await shown(other);
    expect(readers(other)).to.deep.equal([]);
  });

  it("leaves the fallback and reports an error if the price reader can't be loaded", async () => {
    const page = await open(follows + script.replace('/dist/', '/alone/'), '');
    const element = page.document.querySelector('financing-estimate')!;
    await until(() => element.status === 'error');
    await element.updateComplete;
    expect(element.innerText).to.equal('Ask us');
    expect(page.wrong.errors).to.have.length(1);
    expect(String(page.wrong.errors[0])).to.contain(
      'elements-prices.<hash>.js is missing or fails its integrity check',
    );
  });

  it('makes other elements wait up to half a second for the price reader', async () => {
    const here = (follows + estimate).replaceAll('-estimate a', '-estimate endpoint="/dist" a');
    // Firefox and WebKit fire the load event only after the import, which never ends here.
    const stalled = script.replace('/dist/', '/stalled/');
    const page = await open(here + stalled, '', { waitsForLoad: false });
    await until(() => page.document.querySelector('[amount]'));
    expect(await shown(page, '[amount]')).to.equal('Estimated $100.00/mo');
    expect(page.document.querySelector('financing-estimate')!.status).to.equal('loading');
    expect(page.document.querySelector('financing-estimate')!.innerText).to.equal('Ask us');
  });

  it('knows its own origin on a page with a variable of that name', async () => {
    const variable = "<script>var origin = 'Chicago'</script>";
    expect(await shown(await open(variable + estimate + script, ''))).to.equal(
      'Estimated $100.00/mo',
    );
  });

  it('loads the dialogs when a shopper points at the button, in one file for all', async () => {
    const page = await open(estimate + script, strict);
    await shown(page);
    const dialogFiles = () =>
      page.view.performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('elements-dialogs'));
    expect(dialogFiles()).to.deep.equal([]);
    const { shadowRoot } = page.document.querySelector('financing-estimate')!;
    const button = shadowRoot!.querySelector('[part=details-button]')!;
    button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await until(() => dialogFiles().length);
    expect(await opensDetails(page)).to.equal(true);
    expect(dialogFiles()).to.have.length(1);
    expect(page.wrong).to.deep.equal(nothingWrong);
  });
});

describe('dist/elements.js on a page whose elements hide functions of the document', () => {
  for (const named of [
    '<img name="querySelectorAll">',
    '<iframe name="host"></iframe>',
    '<form name="host"></form>', // `document.host` is this form, so a careless search for a host would never end
  ]) {
    it(`shows estimates next to ${named}`, async () => {
      const page = await open(`${named}${estimate}${script}`, '');
      expect(await shown(page)).to.equal('Estimated $100.00/mo');
      expect(page.wrong).to.deep.equal(nothingWrong);
    });
  }

  it('looks for a price next to <img name="parentNode">, and finds none', async () => {
    const follows = '<financing-estimate amount-from=".none"></financing-estimate>';
    const page = await open(`<img name="parentNode">${follows}${estimate}${script}`, '');
    expect(await shown(page, '[amount]')).to.equal('Estimated $100.00/mo');
    expect(page.wrong.errors).to.deep.equal([]);
  });
});

if ('trustedTypes' in globalThis) {
  describe('dist/elements.js on a page that enforces Trusted Types', () => {
    const ours = `${trusted} financing-elements`;

    it('needs the policy financing-elements and no other', async () => {
      const page = await open(estimate + script, ours);
      expect(await shown(page)).to.equal('Estimated $100.00/mo');
      expect(await opensDetails(page)).to.equal(true);
      expect(page.wrong).to.deep.equal(nothingWrong);
    });

    it("explains mistakes with its second file, by the proxy's immutable names", async () => {
      const integrity = (await (await fetch('/dist/integrity.json')).json()) as object;
      const name = Object.keys(integrity).find((file) => file.endsWith('.js'));
      const immutable = `<script type="module" src="/financing/${name}"></script>`;
      const page = await open(ambiguous + immutable, ours);
      await until(() => page.wrong.warnings.length);
      expect(String(page.wrong.warnings[0])).to.contain('is not a clear amount in US dollars');
      expect(page.wrong).to.deep.equal({ ...nothingWrong, warnings: page.wrong.warnings });
      const files = page.view.performance.getEntriesByType('resource').map(({ name }) => name);
      const own = files.filter((file) => file.includes('/financing/elements'));
      expect(own).to.have.length(2);
      expect(own[1]).to.match(/\/elements-messages\.[0-9a-f]{16}\.js$/);
    });

    it("creates no second policy if it's loaded twice", async () => {
      const page = await open(estimate + script + secondCopy, ours);
      expect(await shown(page)).to.equal('Estimated $100.00/mo');
      await until(() => page.wrong.warnings.length);
      expect(page.wrong).to.deep.equal({
        ...nothingWrong,
        warnings: [
          `Two copies of Financing Elements are loaded, ${addressOf(script)} and ${addressOf(secondCopy)}; remove one.`,
        ],
      });
    });

    it('renders the classes of a second copy with the policy of the first', async () => {
      const own = estimate.replaceAll('financing-', 'own-');
      const subclass = '<script type="module" src="/test/page/subclass.js"></script>';
      const page = await open(own + script + subclass, ours);
      expect(await shown(page, 'own-estimate')).to.equal('Estimated $100.00/mo');
      expect(page.wrong.violations).to.deep.equal([]);
    });

    it("leaves the fallback if its policy isn't allowed, and reports that once", async () => {
      const page = await open(estimate + script, `${trusted} other`);
      await until(() => page.wrong.warnings.length);
      expect(page.document.querySelector('financing-estimate')!.innerText).to.equal('Ask us');
      expect(page.wrong.errors).to.deep.equal([]);
      expect(page.wrong.warnings).to.deep.equal([
        "The page's CSP blocks the elements. Add `trusted-types financing-elements`.",
      ]);
    });
  });
} else notRun('Trusted Types', 'this browser does not know them');

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
