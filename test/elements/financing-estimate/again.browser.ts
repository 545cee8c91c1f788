import { expect, oneEvent } from '@open-wc/testing';
import {
  configure,
  type FinancingErrorEvent,
  type FinancingEstimateElement,
} from '../../../src/index.js';
import { comeBack, listen, proxy, show, useHeldTimers } from '../page.js';
import { isSeen, lineOf } from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';
import { type Call } from '../../client/fake-proxy.js';

const list =
  '<div><financing-estimate amount="100"></financing-estimate><financing-estimate amount="200"></financing-estimate></div>';

/** Shows a list of two elements whose first call fails with `fail`. */
async function failed(fail: (call: Call) => void) {
  proxy.hold();
  const errors = listen<FinancingErrorEvent>('financing-error');
  const wrapper = await show(list);
  await until(() => proxy.calls.length);
  fail(proxy.calls[0]!);
  await until(() => errors.length === 2);
  const [one, two] = wrapper.querySelectorAll('financing-estimate');
  return { proxy, errors, one: one!, two: two! };
}

describe('<financing-estimate> requests again', () => {
  it('once when the connection is back, with all failed elements in one call', async () => {
    const { proxy, one, two } = await failed((call) => call.fail());
    comeBack('online');
    await until(() => proxy.calls.length === 2);
    expect(proxy.amounts[1]).to.deep.equal([100, 200]);
    proxy.calls[1]!.respond();
    await until(() => lineOf(one) && lineOf(two));
    comeBack('online');
    await nextTurn();
    expect(proxy.calls.length).to.equal(2);
  });

  it('not when configure() gets the same function again', async () => {
    proxy.hold();
    const wrapper = await show(list);
    await until(() => proxy.calls.length);
    configure({ fetch: proxy.fetch });
    await nextTurn();
    proxy.calls[0]!.respond();
    await until(() => lineOf(wrapper.firstElementChild!));
    expect(proxy.calls.length).to.equal(1);
  });

  describe('when the proxy is busy', () => {
    const busy = (seconds: string) => (call: Call) =>
      call.respond({ code: 'rate-limited' }, { status: 429, headers: { 'Retry-After': seconds } });

    // Hold only the retry timers: they're longer than the test's own, and the request timeout is 8 s.
    const held = useHeldTimers((delay) => delay > 4_000 && delay !== 8_000);

    it('and shows the estimate', async () => {
      const { proxy, one, two } = await failed(busy('5'));
      held.timers[0]!.fire();
      await until(() => proxy.calls.length === 2);
      expect(isSeen(one)).to.equal(false);
      proxy.calls[1]!.respond();
      await until(() => lineOf(one) && lineOf(two));
    });

    it('even for an element that was moved in the meantime', async () => {
      const { proxy, one } = await failed(busy('5'));
      one.parentElement!.append(one);
      await nextTurn();
      held.timers[0]!.fire();
      await until(() => proxy.calls.length === 2);
      expect(proxy.amounts[1]).to.have.members([100, 200]);
    });
  });

  describe('when its page is shown again', () => {
    const { now } = Date;
    let later = 0;
    let isHidden = false;

    beforeEach(() => {
      later = 0;
      Date.now = () => now() + later;
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    });
    afterEach(() => {
      Date.now = now;
      delete (document as { hidden?: boolean }).hidden;
    });

    /** Hides the page for this many minutes, and shows it again. */
    function hide(minutes: number) {
      for (const value of [true, false]) {
        isHidden = value;
        comeBack('visibilitychange');
        if (value) later += minutes * 60_000;
      }
    }

    async function ready() {
      const wrapper = await show(list);
      const elements = [...wrapper.children] as FinancingEstimateElement[];
      await until(() => elements.every((element) => lineOf(element)));
      return { proxy, elements };
    }

    it('after ten minutes, in one call, and shows the old estimate until then', async () => {
      const { proxy, elements } = await ready();
      hide(10);
      await elements[0]!.updateComplete;
      expect(lineOf(elements[0]!)).to.contain('$10.00');
      await oneEvent(elements[1]!, 'financing-estimate');
      expect(proxy.amounts).to.deep.equal([
        [100, 200],
        [100, 200],
      ]);
    });
  });
});
