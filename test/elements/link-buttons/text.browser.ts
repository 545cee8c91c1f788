import { expect, oneEvent } from '@open-wc/testing';
import type { FinancingErrorEvent, PayOverTimeButtonElement } from '../../../src/index.js';
import {
  listen,
  liveTexts,
  nextCall,
  proxy,
  showButton,
  showForm,
  useConsole,
  useLinkWindows,
} from '../page.js';
import {
  buttonOf,
  dialogOf,
  fieldOf,
  open,
  part,
  phone,
  readable,
  submit,
} from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

const perhapsSent = 'Your text may already be on its way. Check your phone before trying again.';
const textSent = 'Text sent. Check your phone for the link.';

describe('a link button with delivery="sms"', () => {
  const heard = useConsole();
  const windows = useLinkWindows();

  /** Sends the form of a button, and returns the call that follows. */
  async function sent(number = phone) {
    proxy.hold();
    const errors = listen<FinancingErrorEvent>('financing-error');
    const element = await showForm();
    await submit(element, number);
    return { errors, element, call: await nextCall() };
  }

  /** Sends the form of a button, and responds with this problem. */
  async function refused(code: string, status: number) {
    const page = await sent();
    page.call.respond({ code }, { status });
    await until(() => page.errors.length);
    await page.element.updateComplete;
    return page;
  }

  it("doesn't report an empty field as invalid, as browsers do for a required field", async () => {
    const element = await showForm();
    expect(fieldOf(element).ariaInvalid).to.equal('false');
  });

  it('requests a text message, with the phone field of this link', async () => {
    const { call } = await sent(` ${phone} `);
    expect(call.body).to.deep.equal([
      { location: 'main-street', customerPhoneNumber: phone, sendSMS: true },
    ]);
  });

  it('requests a text message, with the phone field of a pay-over-time link', async () => {
    const element = await showButton<PayOverTimeButtonElement>(
      '<pay-over-time-button location="main-street" amount="100" transaction-id="t1" delivery="sms"></pay-over-time-button>',
    );
    await nextCall();
    element.phoneNumber = '2125550100';
    await open(element);
    await submit(element, phone);
    expect((await nextCall(2)).body).to.deep.equal({
      location: 'main-street',
      amount: 100,
      transactionId: 't1',
      phoneNumber: phone,
      sendSMS: true,
    });
  });

  it('sends once, regardless of how often the form is submitted', async () => {
    const { element } = await sent();
    for (let times = 0; times < 10; times++)
      element.shadowRoot!.querySelector('form')!.requestSubmit();
    await nextTurn();
    expect(proxy.calls.length).to.equal(1);
  });

  it('says once that the text was sent, and returns the focus to the button', async () => {
    const { call, element } = await sent();
    call.respond();
    await oneEvent(element, 'financing-link');
    await until(() => element.shadowRoot!.activeElement === buttonOf(element));
    expect(dialogOf(element).open).to.equal(false);
    expect(liveTexts(element)).to.deep.equal([textSent]);
    expect(element.matches(':state(sent)')).to.equal(true);
    expect(windows.opened.length).to.equal(0);
  });

  it("doesn't mention the text of another purchase", async () => {
    const { call, element } = await sent();
    const links = listen('financing-link');
    element.referral = 'r2';
    call.respond(); // in the same turn as the change
    await until(() => !element.matches(':state(busy)'));
    await element.updateComplete;
    expect(liveTexts(element)).not.to.contain(textSent);
    expect([links.length, element.matches(':state(sent)')]).to.deep.equal([0, false]);
  });

  it('says so outside of the form if it was closed in the meantime', async () => {
    const { call, element } = await sent();
    dialogOf(element).close();
    call.respond();
    await until(() => element.matches(':state(sent)'));
    expect(liveTexts(element)).to.deep.equal([textSent]);
  });

  for (const [code, status, words] of [
    ['sms-limit', 429, 'Too many attempts. Please try again later.'],
    ['sms-not-allowed', 403, 'Financing is not available here.'],
    ['invalid-phone-number', 422, 'Enter a US mobile number that can receive texts.'],
    ['store-unavailable', 503, 'Something went wrong. Please try again.'],
    ['outcome-unknown', 504, perhapsSent],
  ] as const) {
    it(`says once, in the form, what ${code} means`, async () => {
      const { element, errors } = await refused(code, status);
      expect(liveTexts(element)).to.deep.equal([words]);
      expect(readable(part(element, 'message')!.textContent)).to.equal('');
      expect(fieldOf(element).ariaInvalid).to.equal(String(code === 'invalid-phone-number'));
      expect(errors.map((error) => error.code)).to.deep.equal([code]);
      expect(element.matches(':state(error)')).to.equal(true);
    });
  }

  it('shows invalid-phone-number at the field, with the focus in it', async () => {
    const { element } = await refused('invalid-phone-number', 422);
    const field = fieldOf(element);
    expect(field.ariaInvalid).to.equal('true');
    const described = field.getAttribute('aria-describedby')!.split(' ');
    const texts = described.map((id) => element.shadowRoot!.getElementById(id)!.innerText);
    expect(texts[0]).to.equal('Enter a US mobile number that can receive texts.');
    expect(element.shadowRoot!.activeElement).to.equal(field);
    expect(field.value).to.equal(phone);
  });

  it('leaves the number in no attribute, URL, storage, event, or log', async () => {
    const events = listen('financing-link', 'financing-error', 'financing-status');
    const { element, call } = await sent();
    call.respond();
    await until(() => element.matches(':state(sent)'));
    const places = [
      element.outerHTML,
      element.shadowRoot!.innerHTML,
      document.URL,
      document.cookie,
      heard.warnings.flat().join(),
      ...[history.state, { ...sessionStorage }, { ...localStorage }, performance.getEntries()].map(
        (value) => JSON.stringify(value),
      ),
      ...events.map((fired) => JSON.stringify({ ...fired })),
    ];
    expect(places.filter((place) => place.includes(phone))).to.deep.equal([]);
  });
});
