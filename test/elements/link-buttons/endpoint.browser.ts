import { expect, oneEvent } from '@open-wc/testing';
import {
  configure,
  type FinancingErrorEvent,
  type PayOverTimeButtonElement,
} from '../../../src/index.js';
import { until } from '../../support/until.js';
import { nextCall, proxy, show, useLinkWindows } from '../page.js';

const foreign = 'https://pay.example/financing';

function button(attributes = ''): string {
  return `<pay-over-time-button ${attributes} amount="520" transaction-id="order-1" purchase="v1.token.mac" location="main-street"></pay-over-time-button>`;
}

function around(endpoint: string): string {
  return `<div data-financing-endpoint="${endpoint}">${button()}</div>`;
}

describe('a link button in markup that names an endpoint', () => {
  const windows = useLinkWindows();

  /** Shows the markup, and gives its button customer details. */
  async function prepare(markup: string): Promise<PayOverTimeButtonElement> {
    const first = await show(markup);
    const element = first.querySelector('pay-over-time-button') ?? first;
    Object.assign(element, { customerDetails: { firstName: 'Ada' } });
    return element as PayOverTimeButtonElement;
  }

  const links = () => proxy.calls.filter(({ url }) => url.pathname.endsWith('/send-link'));

  for (const [where, markup, configured] of [
    ['around it', around(foreign), undefined],
    ['around it, while configure() names another', around(foreign), `${foreign}/other`],
  ] as const) {
    it(`requests only estimates from another origin ${where}`, async () => {
      configure({ endpoint: configured });
      const element = await prepare(markup);
      const { body, headers } = await nextCall();
      setTimeout(() => element.click());
      const { code } = await oneEvent<FinancingErrorEvent>(element, 'financing-error');
      expect(code).to.equal('invalid-endpoint');
      expect(windows.opened).to.deep.equal([]);
      expect(links()).to.deep.equal([]);
      expect(headers.get('Financing-Purchase')).to.equal(null);
      expect(JSON.stringify(body)).not.to.contain('Ada');
    });
  }

  for (const [where, markup, configured] of [
    ['on the page’s origin', around('/elsewhere'), undefined],
    ['on the page’s origin, written out', around(`${location.origin}/elsewhere`), undefined],
    ['that it names itself', button(`endpoint="${foreign}"`), undefined],
    ['that configure() names', around(foreign), foreign],
    ['that configure() names with a slash', around(foreign), `${foreign}/`],
  ] as const) {
    it(`creates its link at an endpoint ${where}`, async () => {
      configure({ endpoint: configured });
      const element = await prepare(markup);
      element.click();
      await until(() => links().length === 1);
      expect(links()[0]!.headers.get('Financing-Purchase')).to.equal('v1.token.mac');
    });
  }
});
