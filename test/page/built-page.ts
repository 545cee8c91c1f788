import { fixture } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../src/index.js';
import { until } from '../support/until.js';

export const script = '<script type="module" src="/dist/elements.js"></script>';
export const estimate = '<financing-estimate amount="1000">Ask us</financing-estimate>';

export const nothingWrong = { violations: [], errors: [], warnings: [] };

/** Opens a page with the built script, by default without a Content-Security-Policy. Records the page's errors. */
export async function open(html: string, csp = '', { waitsForLoad = true } = {}) {
  sessionStorage.clear();
  const query = new URLSearchParams({ html, csp });
  const frame = await fixture<HTMLIFrameElement>(
    `<iframe src="/strict-page?${query}" width="600" height="400"></iframe>`,
  );
  const view = frame.contentWindow as Window & typeof globalThis & { wrong: typeof nothingWrong };
  await until(() => view.wrong && (view.document.readyState === 'complete' || !waitsForLoad));
  return { view, wrong: view.wrong, document: view.document };
}

export type BuiltPage = Awaited<ReturnType<typeof open>>;

/** Returns the payment that the first of these elements shows. */
export async function shown({ document }: BuiltPage, tag = 'financing-estimate'): Promise<string> {
  const element = document.querySelector<FinancingEstimateElement>(tag)!;
  await until(() => element.status === 'ready');
  await element.updateComplete;
  return element.shadowRoot!.querySelector('[part=payment]')!.textContent.split(' for ')[0]!;
}

/** Opens the details of the page's estimate. Returns true if they are visible. */
export async function opensDetails({ document }: BuiltPage): Promise<boolean> {
  const { shadowRoot } = document.querySelector('financing-estimate')!;
  shadowRoot!.querySelector<HTMLElement>('[part=details-button]')!.click();
  await until(() => shadowRoot!.querySelector('dialog')?.open);
  return shadowRoot!.querySelector('dialog')!.getClientRects().length > 0;
}
