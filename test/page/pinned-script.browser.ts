/** Tests a page that pins every file, as `dist/head.html` does, under policies that a payment page may have. */
import { expect, fixture } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../src/index.js';
import { inLine } from '../elements/shadow-tree.js';
import { until } from '../support/until.js';

const markup =
  '<financing-estimate amount="1000">Ask us</financing-estimate>' +
  '<prequal-button delivery="qr"></prequal-button>' +
  '<prequal-button delivery="sms" id="sms"></prequal-button>' +
  '<b class="price">$1,000.00</b>' +
  '<financing-estimate amount-from=".price" id="follower">Ask us</financing-estimate>' +
  '<financing-estimate amount="1.299,00" id="mistake">Ask us</financing-estimate>';

const head = await (await fetch('/dist/head.html')).text();
const files = Object.keys(
  (await (await fetch('/dist/integrity.json')).json()) as Record<string, string>,
);

/** Opens a page that pins the files below a path. The only inline script that its policies allow is the import map. */
async function open(path: string) {
  sessionStorage.clear();
  const pinned = head.replaceAll('/financing/', path);
  const [, map] = /<script type="importmap">(.*)<\/script>/.exec(pinned)!;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(map));
  const mapHash = btoa(String.fromCharCode(...new Uint8Array(hash)));
  const query = new URLSearchParams({
    html: `${pinned}<body data-financing-endpoint="/dist" data-financing-location="a">${markup}`,
    csp: `default-src 'none'; script-src 'self' 'sha256-${mapHash}'; style-src 'self'; connect-src 'self'`,
    integrityPolicy: 'blocked-destinations=(script)',
  });
  const frame = await fixture<HTMLIFrameElement>(`<iframe src="/strict-page?${query}"></iframe>`);
  const view = frame.contentWindow as Window &
    typeof globalThis & { wrong: { violations: string[]; errors: string[]; warnings: string[] } };
  await until(() => view.wrong && view.document.readyState === 'complete');
  const { document, wrong } = view;
  const [qr, sms] = document.querySelectorAll('prequal-button');
  const follower = document.querySelector<FinancingEstimateElement>('#follower')!;
  return {
    view,
    wrong,
    estimate: document.querySelector('financing-estimate')!,
    follower,
    qr: qr!,
    sms: sms!,
  };
}

type Page = Awaited<ReturnType<typeof open>>;

/** Opens the details. */
async function openDetails({ estimate }: Page): Promise<void> {
  await until(() => estimate.status === 'ready');
  await estimate.updateComplete;
  estimate.shadowRoot!.querySelector<HTMLElement>('[part=details-button]')!.click();
}

const dialogOf = (element: Element) => element.shadowRoot?.querySelector('dialog');

describe('The tags of head.html', () => {
  it('list every file, the style sheet, and the script by hashed name, with their integrity', () => {
    const [, map] = /<script type="importmap">(.*)<\/script>/.exec(head)!;
    const { integrity } = JSON.parse(map!) as { integrity: Record<string, string> };
    const pinned = [...head.matchAll(/(?:src|href)="(\S+)" integrity="sha384-/g)].map(
      ([, url]) => url!,
    );
    expect(new Set([...Object.keys(integrity), ...pinned])).to.deep.equal(
      new Set(files.map((file) => `/financing/${file}`)),
    );
    expect(pinned.map((url) => url.replace(/[0-9a-f]{16}/, ''))).to.deep.equal([
      '/financing/elements..css',
      '/financing/elements..js',
    ]);
  });

  it('let everything work under Integrity-Policy and a CSP without inline scripts', async () => {
    const page = await open('/financing/');
    await openDetails(page);
    await until(() => dialogOf(page.estimate)?.open);
    dialogOf(page.estimate)!.close();
    await until(() => page.follower.status === 'ready');
    page.qr.click();
    await until(() => page.qr.shadowRoot!.querySelector('svg path'));
    page.sms.click();
    await until(() => dialogOf(page.sms)?.open);
    await until(() => page.wrong.warnings.length);
    expect(page.wrong.warnings.join()).to.contain('is not a clear amount in US dollars');
    expect(page.wrong.violations).to.deep.equal([]);
    expect(page.wrong.errors).to.deep.equal([]);
  });

  for (const file of files) {
    const name = file.replace(/\.[0-9a-f]{16}/, '');

    it(`leave the fallback, or the line, if a byte of ${name} has changed`, async () => {
      const page = await open(`/changed/${file}/`);
      const mistake = page.view.document.querySelector<FinancingEstimateElement>('#mistake')!;
      if (name === 'elements.js') {
        await until(() => page.wrong.errors.length); // the browser reports the wrong integrity itself
        expect(page.view.customElements.get('financing-estimate')).to.equal(undefined);
        expect(page.estimate.innerText).to.equal('Ask us');
        return;
      }
      await openDetails(page);
      page.qr.click();
      page.sms.click();
      const heard = () => [...page.wrong.errors, ...page.wrong.warnings].join('\n');
      if (name === 'elements-prices.js') expect(page.follower.innerText).to.equal('Ask us');
      if (name !== 'elements.css') {
        await until(() =>
          heard().includes(
            `${name.replace('.js', '')}.<hash>.js is missing or fails its integrity check`,
          ),
        );
      }
      expect(mistake.innerText).to.equal('Ask us');
      expect(inLine(page.estimate, 'apr')!.textContent).to.equal('0% APR');
    });
  }
});
