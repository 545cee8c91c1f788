import { expect } from '@open-wc/testing';
import { type LinkButton, nextCall, proxy, show, useLinkWindows } from '../page.js';
import { open, submit } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const headers = { 'Financing-Link-Token': 'token-1' };

/** Brings a button into a state. The proxy holds its calls. */
type Reach = (button: LinkButton) => Promise<void>;

const press: Reach = async (button) => {
  button.click();
  await until(() => proxy.calls.length && button.matches(':state(busy)'));
};

const openForm: Reach = async (button) => {
  button.delivery = 'sms';
  await button.updateComplete;
  await open(button);
};

const sendForm: Reach = async (button) => {
  await openForm(button);
  await submit(button);
  await until(() => proxy.calls.length && button.matches(':state(busy)'));
};

/** Continues after `reach`: responds to its call, with a failure if there's a code, and waits for the state. */
const after =
  (reach: Reach, state: string, code?: string): Reach =>
  async (button) => {
    await reach(button);
    proxy.calls[0]!.respond(code && { code }, code ? { status: 502 } : { headers });
    await until(() => button.matches(`:state(${state})`));
  };

const end: Reach = async (button) => {
  await after(sendForm, 'sent')(button);
  document.dispatchEvent(new Event('visibilitychange'));
  (await nextCall(2)).respond({ status: 'completed' });
  await until(() => button.matches(':state(completed)'));
};

const states: Readonly<Record<string, Reach>> = {
  'at rest': async () => {},
  disabled: async (button) => {
    button.disabled = true;
    await button.updateComplete;
  },
  'when busy': press,
  'after a failure': after(press, 'error', 'service-error'),
  'with its form': openForm,
  'with its form, when busy': sendForm,
  'with its form, after a refusal': after(sendForm, 'error', 'invalid-phone-number'),
  'once its link is sent': after(sendForm, 'sent'),
  'once its application is completed': end,
};

for (const markup of [
  '<prequal-button location="main-street" referral="r1"></prequal-button>',
  '<pay-over-time-button location="main-street" transaction-id="t1"></pay-over-time-button>',
]) {
  describe(`${markup} is accessible`, () => {
    useLinkWindows();

    for (const [state, reach] of Object.entries(states)) {
      it(state, async () => {
        proxy.hold();
        const button = await show<LinkButton>(markup);
        if ('transactionId' in button) {
          button.amount = 100;
          (await nextCall()).respond();
          proxy.calls.pop();
          await button.updateComplete;
        }
        await reach(button);
        await expect(button).to.be.accessible();
      });
    }
  });
}
