import { expect, oneEvent } from '@open-wc/testing';
import type { PayOverTimeButtonElement } from '../../../src/index.js';
import { amount } from '../../client/fake-proxy.js';
import { createPage, dialogOf, isSeen, show, useLinkWindows } from '../page.js';
import { nextTurn, until } from '../../support/until.js';

const fields = 'location="main-street" transaction-id="t1"';

describe('<pay-over-time-button>', () => {
  useLinkWindows();

  it('requests a link, with an object, and without a text message', async () => {
    const proxy = createPage();
    const element = await show<PayOverTimeButtonElement>(
      `<pay-over-time-button amount="$1,299.00" ${fields} department-id="7" redirect-url="https://shop.example/done"></pay-over-time-button>`,
    );
    element.phoneNumber = '4155552671';
    await until(() => proxy.calls.length);
    element.click();
    await oneEvent(element, 'financing-link');
    expect(proxy.calls[1]!.url.pathname).to.equal('/financing/epay/api/v1/epay/send-link');
    expect(proxy.calls[1]!.body).to.deep.equal({
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
      const proxy = createPage();
      const element = await show<PayOverTimeButtonElement>(
        `<pay-over-time-button amount="100" ${fields} redirect-url="${given}"></pay-over-time-button>`,
      );
      await until(() => proxy.calls.length);
      element.click();
      await oneEvent(element, 'financing-link');
      expect(proxy.calls[1]!.body).to.include({ redirectUrl: sent });
    });
  }

  it('requests its estimate in one call with the other estimates of the page', async () => {
    const proxy = createPage();
    const page = await show(`<div data-financing-location="main-street">
      <financing-estimate amount="100"></financing-estimate>
      <pay-over-time-button amount="100"></pay-over-time-button>
      <pay-over-time-button amount="200"></pay-over-time-button>
    </div>`);
    await until(() => page.querySelector('financing-estimate')!.status === 'ready');
    expect(proxy.amounts).to.deep.equal([[100, 200]]);
  });

  it('closes its phone form when it hides, so that the page stays usable', async () => {
    createPage();
    const element = await show<PayOverTimeButtonElement>(
      `<pay-over-time-button amount="100" ${fields} delivery="sms"></pay-over-time-button>`,
    );
    element.click();
    await until(() => dialogOf(element).open);
    const dialog = dialogOf(element);
    element.amount = amount.inapplicable;
    await until(() => !isSeen(element));
    expect(dialog.open).to.equal(false);
  });

  it('stays if there is no estimate', async () => {
    const proxy = createPage({ isHeld: true });
    const element = await show(
      `<pay-over-time-button amount="100" ${fields}></pay-over-time-button>`,
    );
    await until(() => proxy.calls.length);
    proxy.calls[0]!.fail();
    await nextTurn();
    expect(isSeen(element)).to.equal(true);
  });
});
