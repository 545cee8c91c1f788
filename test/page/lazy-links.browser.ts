/** Tests the file that a click on a link button needs. It loads after the page. */
import { expect } from '@open-wc/testing';
import type { FinancingErrorEvent, PrequalButtonElement } from '../../src/index.js';
import { createLinkWindows } from '../elements/page.js';
import { boxOf, buttonOf, messageOf, part } from '../elements/shadow-tree.js';
import { until } from '../support/until.js';
import { type BuiltPage, estimate, nothingWrong, open, script, shown } from './built-page.js';

const button = '<prequal-button endpoint="/dist" location="a" referral="r1"></prequal-button>';

/** Returns a script tag whose other files arrive only after `release()`. */
function heldScript() {
  const path = `/held/${crypto.randomUUID().replaceAll('-', '')}`;
  return {
    script: script.replace('/dist', path),
    release: async () => void (await fetch(`${path}/release`)),
  };
}

const filesOf = ({ view }: BuiltPage) =>
  view.performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('elements-links'));

/** Opens a page with a button whose link windows are recorded. */
async function openButton(markup: string, options?: { waitsForLoad: boolean }) {
  const page = await open(markup, '', options);
  const element = () => page.document.querySelector<PrequalButtonElement>('prequal-button')!;
  await until(() => element()?.shadowRoot?.querySelector('button'));
  const { opened } = createLinkWindows(page.view);
  const errors: FinancingErrorEvent[] = [];
  page.document.addEventListener('financing-error', (error) => errors.push(error));
  return { page, element: element(), opened, errors };
}

/** Returns the page's requests for links. */
const requests = ({ view }: BuiltPage) =>
  view.performance.getEntriesByType('resource').filter(({ name }) => name.includes('online-link'));

describe('the file that creates links', () => {
  it('loads once, after the page, and only on a page with buttons', async () => {
    const page = await open(button + button + script, "default-src 'none'; script-src 'self'");
    await until(() => filesOf(page).length);
    const other = await open(estimate + script);
    await shown(other);
    expect([filesOf(page).length, filesOf(other).length]).to.deep.equal([1, 0]);
    expect(page.wrong).to.deep.equal(nothingWrong);
  });

  for (const [what, type] of [
    ['points at', 'pointerenter'],
    ['focuses', 'focus'],
  ] as const) {
    it(`loads when a shopper ${what} the button before the page has loaded`, async () => {
      const slow = '<img src="/stalled/elements-image">';
      const { page, element } = await openButton(slow + button + script, { waitsForLoad: false });
      expect(filesOf(page)).to.deep.equal([]);
      buttonOf(element).dispatchEvent(new Event(type));
      await until(() => filesOf(page).length);
    });
  }

  it('lets a click open its window before it loads, and create its link afterwards', async () => {
    const { script, release } = heldScript();
    const { page, element, opened } = await openButton(button + script);
    element.click();
    expect(opened.map(({ opener }) => opener)).to.deep.equal([null]);
    await element.updateComplete;
    expect(element.matches(':state(busy)')).to.equal(true);
    element.click(); // a busy button ignores it
    expect([opened.length, requests(page).length]).to.deep.equal([1, 0]);
    await release();
    await until(() => opened[0]!.visited.length);
    expect(opened[0]!.visited[0]!.href).to.equal('https://apply.example/1');
    expect(opened[0]!.closed).to.equal(false);
    await until(() => !element.matches(':state(busy)'));
    expect(requests(page).length).to.equal(1);
  });

  it('copies the link of a click that came before it', async () => {
    const { script, release } = heldScript();
    const copying = button.replace(' endpoint', ' delivery="copy" endpoint');
    const { page, element, opened } = await openButton(copying + script);
    const copied: string[] = [];
    const write = async ([item]: ClipboardItem[]) =>
      void copied.push(await (await item!.getType('text/plain')).text());
    Object.defineProperty(page.view.navigator, 'clipboard', { value: { write } });
    element.click();
    element.delivery = 'qr'; // the click decides
    await element.updateComplete;
    expect(element.matches(':state(busy)')).to.equal(true);
    await release();
    await until(() => copied.length);
    await until(() => messageOf(element) === 'Link copied.');
    expect([opened.length, requests(page).length]).to.deep.equal([0, 1]);
    expect(copied).to.deep.equal(['https://apply.example/1']);
  });

  it('asks for a phone number after a click that came before it', async () => {
    const { script, release } = heldScript();
    const texting = button.replace(' endpoint', ' delivery="sms" endpoint');
    const { element, opened } = await openButton(texting + script);
    element.click();
    await release();
    await until(() => element.shadowRoot!.querySelector('dialog')?.open);
    expect(opened).to.deep.equal([]);
  });

  it("isn't used for a click that the page cancels", async () => {
    const { script } = heldScript();
    const { element, opened } = await openButton(button + script);
    element.addEventListener('financing-click', (click) => click.preventDefault());
    element.click();
    await element.updateComplete;
    expect([opened.length, element.matches(':state(busy)')]).to.deep.equal([0, false]);
  });

  for (const [what, change] of [
    ['is for another purchase', (element) => (element.referral = 'r2')],
    ['is removed', (element) => element.remove()],
  ] as [string, (element: PrequalButtonElement) => void][]) {
    it(`creates no link for a button that ${what} in the meantime`, async () => {
      const { script, release } = heldScript();
      const { page, element, opened } = await openButton(button + script);
      element.click();
      change(element);
      await release();
      await until(() => opened[0]!.closed);
      await element.updateComplete;
      expect([requests(page).length, element.matches(':state(busy)')]).to.deep.equal([0, false]);
    });
  }

  it("leads to the message of a failed request and an error in the console if it's missing", async () => {
    const { page, element, opened, errors } = await openButton(
      button + script.replace('/dist/', '/alone/'),
    );
    for (const clicks of [1, 2]) {
      element.click();
      await until(() => errors.length === clicks);
      await element.updateComplete;
      expect(opened.at(-1)!.closed).to.equal(true);
      expect(messageOf(element)).to.equal('Something went wrong. Please try again.');
      expect(element.matches(':state(error)')).to.equal(true);
    }
    expect(errors.map(({ code, operation }) => [code, operation])).to.deep.equal([
      ['network', 'createPrequalLink'],
      ['network', 'createPrequalLink'],
    ]);
    expect(page.wrong.errors.map(String).join()).to.contain(
      'elements-links.<hash>.js is missing or fails its integrity check',
    );
  });

  it('has as much time to load as a link', async () => {
    const stalled = script.replace('/dist/', '/stalled/');
    const { page, element, opened, errors } = await openButton(button + stalled, {
      waitsForLoad: false,
    });
    const { setTimeout } = page.view;
    let giveUp: (() => void) | undefined;
    page.view.setTimeout = ((run: () => void, ms?: number) => {
      if (ms === 12_000) giveUp = run;
      return setTimeout(run, ms);
    }) as typeof setTimeout;
    element.click();
    giveUp!();
    await until(() => errors.length);
    expect(opened[0]!.closed).to.equal(true);
  });

  it('places the message of a click that came before it was loaded', async () => {
    const { script, release } = heldScript();
    const lacksLocation = '<prequal-button style="float: right">Pay</prequal-button>';
    const { page, element, errors } = await openButton(lacksLocation + script);
    element.click();
    await element.updateComplete;
    expect(messageOf(element)).to.equal(''); // it would move when it's placed
    await release();
    await until(() => errors.length);
    await element.updateComplete;
    expect(errors[0]!.code).to.equal('missing-location');
    const { left, right } = boxOf(part(element, 'message')!);
    expect(right - left).to.be.at.least(200);
    expect(right).to.be.at.most(page.document.documentElement.clientWidth);
  });
});
