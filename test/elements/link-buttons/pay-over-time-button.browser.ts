import { expect, oneEvent } from '@open-wc/testing';
import type { PayOverTimeButtonElement } from '../../../src/index.js';
import { amount } from '../../client/fake-proxy.js';
import { nextCall, proxy, show, showButton, showForm, useLinkWindows } from '../page.js';
import { dialogOf, isSeen } from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

/** Returns the markup of a button with these additional attributes. */
const button = (attributes: string) =>
  `<pay-over-time-button location="main-street" transaction-id="t1" ${attributes}></pay-over-time-button>`;

describe('<pay-over-time-button>', () => {
  useLinkWindows();

  /** Shows a button, clicks it once it has its estimate, and returns the call for its link. */
  async function linkCall(attributes: string, properties: Partial<PayOverTimeButtonElement> = {}) {
    const element = await showButton<PayOverTimeButtonElement>(button(attributes));
    Object.assign(element, properties);
    await nextCall();
    element.click();
    await oneEvent(element, 'financing-link');
    return proxy.calls[1]!;
  }

  it('requests a link, with an object, and without a text message', async () => {
    const { url, body } = await linkCall(
      'amount="$1,299.00" department-id="7" redirect-url="https://shop.example/done"',
      { phoneNumber: '4155552671' },
    );
    expect(url.pathname).to.equal('/financing/epay/api/v1/epay/send-link');
    expect(body).to.deep.equal({
      amount: 1299,
      location: 'main-street',
      transactionId: 't1',
      departmentId: '7',
      redirectUrl: 'https://shop.example/done',
      phoneNumber: '4155552671',
      sendSMS: false,
    });
  });

  for (const [given, sent] of [
    ['/thank-you?order=1', `${location.origin}/thank-you?order=1`],
    ['thanks', new URL('thanks', document.baseURI).href],
    ['https://[', 'https://['],
  ] as const) {
    it(`lets the shopper return to ${given} of the page`, async () => {
      const { body } = await linkCall(`amount="100" redirect-url="${given}"`);
      expect(body).to.include({ redirectUrl: sent });
    });
  }

  it('requests its estimate in one call with the other estimates of the page', async () => {
    const page = await show(`<div data-financing-location="main-street">
      <financing-estimate amount="100"></financing-estimate>
      <pay-over-time-button amount="100"></pay-over-time-button>
      <pay-over-time-button amount="200"></pay-over-time-button>
    </div>`);
    await until(() => page.querySelector('financing-estimate')!.status === 'ready');
    expect(proxy.amounts).to.deep.equal([[100, 200]]);
  });

  it('closes its phone form when it hides, so that the page stays usable', async () => {
    const element = await showForm<PayOverTimeButtonElement>(button('amount="100" delivery="sms"'));
    const dialog = dialogOf(element);
    element.amount = amount.inapplicable;
    await until(() => !isSeen(element));
    expect(dialog.open).to.equal(false);
  });

  it('stays if there is no estimate', async () => {
    proxy.hold();
    const element = await show(button('amount="100"'));
    (await nextCall()).fail();
    await nextTurn();
    expect(isSeen(element)).to.equal(true);
  });
});
