import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { clicked, listen, nextCall, proxy, show, showButton, useLinkWindows } from '../page.js';
import { buttonOf, readable } from '../shadow-tree.js';
import { nextTurn } from '../../support/until.js';
import { type PrequalButtonElement } from '../../../src/index.js';

const markup = '<prequal-button location="main-street"></prequal-button>';

describe('<prequal-button>', () => {
  const windows = useLinkWindows();

  it('says that it opens a window', async () => {
    const element = await show(markup);
    expect(readable(buttonOf(element).textContent)).to.equal(
      'See what you qualify for (opens in a new window)',
    );
  });

  it('mentions no window with target="_self"', async () => {
    const element = await show('<prequal-button target="_self"></prequal-button>');
    expect(readable(buttonOf(element).textContent)).to.equal('See what you qualify for');
  });

  /** Shows a button, clicks it, and returns the call for its link. */
  async function linkCall(html: string, properties: Partial<PrequalButtonElement> = {}) {
    const element = await showButton(html);
    Object.assign(element, properties);
    element.click();
    await oneEvent(element, 'financing-link');
    return proxy.calls[0]!;
  }

  it('requests a link, with an array of one, and without a text message', async () => {
    const { url, body } = await linkCall(markup);
    expect(url.pathname).to.equal('/financing/purchase/api/v1/online-link');
    expect(body).to.deep.equal([{ location: 'main-street', sendSMS: false }]);
  });

  it('sends its properties, with the department as a number', async () => {
    const { body } = await linkCall(
      `<prequal-button
        location="main-street" referral="r1" department-id="7" source-platform="shop"
        representative-email="a@b.example" representative-first-name="A" representative-last-name=""
      ></prequal-button>`,
      { customerDetails: { firstName: 'Ann' }, customerPhoneNumber: '4155552671' },
    );
    expect(body).to.deep.equal([
      {
        location: 'main-street',
        referral: 'r1',
        departmentId: 7,
        sourcePlatform: 'shop',
        representativeEmail: 'a@b.example',
        representativeFirstName: 'A',
        customerDetails: { firstName: 'Ann' },
        customerPhoneNumber: '4155552671',
        sendSMS: false,
      },
    ]);
  });

  it('accepts no customer data from the markup', async () => {
    const { body } = await linkCall(
      '<prequal-button location="a" customer-details="{}" customer-phone-number="4155552671"></prequal-button>',
    );
    expect(body).to.deep.equal([{ location: 'a', sendSMS: false }]);
  });

  it('makes one request for a click, a key, and click()', async () => {
    proxy.hold();
    const element = await showButton(markup);
    element.focus();
    buttonOf(element).click();
    await sendKeys({ press: 'Enter' });
    element.click();
    await nextCall();
    await nextTurn();
    expect([proxy.calls.length, windows.opened.length]).to.deep.equal([1, 1]);
  });

  it("closes the window and drops the response when it's removed", async () => {
    const events = listen('financing-link', 'financing-error');
    const { element, call } = await clicked(markup);
    element.remove();
    await nextTurn(); // check now, because an open window would be closed after five seconds anyway
    expect(windows.opened[0]!.closed).to.equal(true);
    expect(call.signal.aborted).to.equal(true);
    expect(events.length).to.equal(0);
  });
});
