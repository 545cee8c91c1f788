import { expect } from '@open-wc/testing';
import type { PayOverTimeButtonElement, PrequalButtonElement } from '../../../src/index.js';
import { createPage, part, show, useLinkWindows } from '../page.js';
import { until } from '../../support/until.js';

type Button = PayOverTimeButtonElement | PrequalButtonElement;

const headers = { 'Financing-Link-Token': 'token-1' };

/** Brings a button into a state. The proxy holds its calls. */
type Reach = (button: Button, calls: ReturnType<typeof createPage>['calls']) => Promise<void>;

const press: Reach = async (button, calls) => {
  button.click();
  await until(() => calls.length && button.matches(':state(busy)'));
};

const openForm: Reach = async (button) => {
  button.delivery = 'sms';
  await button.updateComplete;
  button.click();
  await until(() => button.shadowRoot!.querySelector('dialog')?.open);
};

const submit: Reach = async (button, calls) => {
  await openForm(button, calls);
  part<HTMLInputElement>(button, 'phone-input')!.value = '4155552671';
  button.shadowRoot!.querySelector('form')!.requestSubmit();
  await until(() => calls.length && button.matches(':state(busy)'));
};

/** Continues after `reach`: responds to its call, with a failure if there's a code, and waits for the state. */
const after =
  (reach: Reach, state: string, code?: string): Reach =>
  async (button, calls) => {
    await reach(button, calls);
    calls[0]!.respond(code && { code }, code ? { status: 502 } : { headers });
    await until(() => button.matches(`:state(${state})`));
  };

const end: Reach = async (button, calls) => {
  await after(submit, 'sent')(button, calls);
  document.dispatchEvent(new Event('visibilitychange'));
  await until(() => calls.length === 2);
  calls[1]!.respond({ status: 'completed' });
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
  'with its form, when busy': submit,
  'with its form, after a refusal': after(submit, 'error', 'invalid-phone-number'),
  'once its link is sent': after(submit, 'sent'),
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
        const { calls } = createPage({ isHeld: true });
        const button = await show<Button>(markup);
        if ('transactionId' in button) {
          button.amount = 100;
          await until(() => calls.length);
          calls.shift()!.respond();
          await button.updateComplete;
        }
        await reach(button, calls);
        await expect(button).to.be.accessible();
      });
    }
  });
}
