import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { PrequalButtonElement } from '../../../src/index.js';
import { createPage, listen, part, readable, show, useLinkWindows } from '../page.js';
import { nextTurn, until } from '../../support/until.js';

const markup = '<prequal-button location="main-street"></prequal-button>';

describe('<prequal-button>', () => {
  const windows = useLinkWindows();

  it('says that it opens a window', async () => {
    createPage();
    const element = await show(markup);
    expect(readable(part(element, 'button')!.textContent)).to.equal(
      'See what you qualify for (opens in a new window)',
    );
  });

  it('mentions no window with target="_self"', async () => {
    createPage();
    const element = await show('<prequal-button target="_self"></prequal-button>');
    expect(readable(part(element, 'button')!.textContent)).to.equal('See what you qualify for');
  });

  it('requests a link, with an array of one, and without a text message', async () => {
    const proxy = createPage();
    const element = await show<PrequalButtonElement>(markup);
    element.click();
    await oneEvent(element, 'financing-link');
    expect(proxy.calls[0]!.url.pathname).to.equal('/financing/purchase/api/v1/online-link');
    expect(proxy.calls[0]!.body).to.deep.equal([{ location: 'main-street', sendSMS: false }]);
  });

  it('sends its properties, with the department as a number', async () => {
    const proxy = createPage();
    const element = await show<PrequalButtonElement>(`
      <prequal-button
        location="main-street" referral="r1" department-id="7" source-platform="shop"
        representative-email="a@b.example" representative-first-name="A" representative-last-name=""
      ></prequal-button>`);
    element.customerDetails = { firstName: 'Ann' };
    element.customerPhoneNumber = '4155552671';
    element.click();
    await oneEvent(element, 'financing-link');
    expect(proxy.calls[0]!.body).to.deep.equal([
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
    const proxy = createPage();
    const element = await show<PrequalButtonElement>(
      '<prequal-button location="a" customer-details="{}" customer-phone-number="4155552671"></prequal-button>',
    );
    element.click();
    await oneEvent(element, 'financing-link');
    expect(proxy.calls[0]!.body).to.deep.equal([{ location: 'a', sendSMS: false }]);
  });

  it('makes one request for a click, a key, and click()', async () => {
    const proxy = createPage({ isHeld: true });
    const element = await show<PrequalButtonElement>(markup);
    element.focus();
    part(element, 'button')!.click();
    await sendKeys({ press: 'Enter' });
    element.click();
    await until(() => proxy.calls.length);
    await nextTurn();
    expect([proxy.calls.length, windows.opened.length]).to.deep.equal([1, 1]);
  });

  it("closes the window and drops the response when it's removed", async () => {
    const proxy = createPage({ isHeld: true });
    const events = listen('financing-link', 'financing-error');
    const element = await show<PrequalButtonElement>(markup);
    element.click();
    await until(() => proxy.calls.length);
    element.remove();
    await nextTurn(); // check now, because an open window would be closed after five seconds anyway
    expect(windows.opened[0]!.closed).to.equal(true);
    expect(proxy.calls[0]!.signal.aborted).to.equal(true);
    expect(events.length).to.equal(0);
  });
});
