import { expect } from '@open-wc/testing';
import type { FinancingEstimateElement, PrequalButtonElement } from '../../src/index.js';
import { amount, link, until } from '../client/fake-proxy.js';
import { createLinkWindows } from './link-buttons/link-windows.js';
import { customProperties, declared, watch, type Manifest, type Sightings } from './manifest.js';
import { createPage, part, show } from './page.js';
import { open, submit } from './link-buttons/phone-form.js';

const manifest = (await (await fetch('/dist/custom-elements.json')).json()) as Manifest;
const elements = manifest.modules.flatMap(({ declarations }) => declarations);

const headers = { 'Financing-Link-Token': 'token-1' };

/** Leads an estimate through all that can become of it. */
async function leadEstimate(): Promise<Sightings> {
  const proxy = createPage({ isHeld: true });
  const element = await show<FinancingEstimateElement>(
    `<financing-estimate amount="${amount.withDownPayment}">
      Ask us<i slot="unavailable">Not on credit</i>
    </financing-estimate>`,
  );
  const { seen, stop } = watch(element);
  const answer = async (status: string, body?: unknown, init?: ResponseInit) => {
    await until(() => proxy.calls.length);
    proxy.calls.shift()!.respond(body, init);
    await until(() => element.status === status);
    await element.updateComplete;
  };
  await answer('ready');
  part(element, 'details-button')!.click();
  await until(() => part<HTMLDialogElement>(element, 'dialog')?.open);
  element.amount = amount.inapplicable;
  await answer('unavailable');
  element.amount = amount.free;
  await answer('error', {}, { status: 500 });
  await until(() => seen.events.has('financing-error'));
  stop();
  return seen;
}

/** Leads a button through all that can become of a click. */
async function leadButton(tag: string): Promise<Sightings> {
  const proxy = createPage({ isHeld: true });
  const element = await show<PrequalButtonElement>(
    `<${tag} location="a" amount="520" transaction-id="t"></${tag}>`,
  );
  const { seen, stop } = watch(element);
  const answer = async (body?: unknown, init?: ResponseInit) => {
    await until(() => proxy.calls.length);
    proxy.calls.shift()!.respond(body, init);
  };
  if (tag === 'pay-over-time-button') await answer(); // the estimate, which decides whether it is seen
  element.click();
  await answer({}, { status: 500 });
  await until(() => seen.states.has('error'));
  element.click();
  await answer({ url: link });
  await until(() => seen.parts.has('link'));

  element.delivery = 'sms';
  await element.updateComplete;
  await open(element);
  await submit(element);
  await answer({ url: link }, { headers });
  await until(() => seen.states.has('sent'));
  document.dispatchEvent(new Event('visibilitychange'));
  await answer({ status: 'completed' });
  await until(() => seen.states.has('completed') && seen.events.has('financing-status'));
  stop();
  return seen;
}

describe('dist/custom-elements.json', () => {
  let windows: ReturnType<typeof createLinkWindows>;
  beforeEach(() => (windows = createLinkWindows({ isBlocked: true })));
  afterEach(() => windows.restore());

  it('describes the three elements', () => {
    expect(elements.map(({ tagName }) => tagName)).to.have.members([
      'financing-estimate',
      'prequal-button',
      'pay-over-time-button',
    ]);
  });

  for (const described of elements) {
    const { tagName } = described;
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

    it(`lists the attributes of <${tagName}>, each with its property`, async () => {
      createPage();
      const element = await show(`<${tagName}></${tagName}>`);
      expect(names(described.attributes)).to.have.members(declared(element).attributes);
      for (const { name, fieldName } of described.attributes) {
        element.setAttribute(name, '7');
        expect(String(Reflect.get(element, fieldName)), name).to.match(/^(7|true)$/);
      }
    });

    it(`lists the properties and methods of <${tagName}>`, async () => {
      createPage();
      const element = await show(`<${tagName}></${tagName}>`);
      expect(names(described.members)).to.include.members(declared(element).properties);
      for (const { kind, name } of described.members) {
        expect(name in element, name).to.equal(true);
        expect(typeof Reflect.get(element, name) === 'function', name).to.equal(kind === 'method');
      }
    });

    it(`lists the custom properties of <${tagName}>, with their defaults`, async () => {
      createPage();
      const element = await show(`<${tagName}></${tagName}>`);
      const listed = described.cssProperties.map(
        (property) => `${property.name}: ${property.default}`,
      );
      expect(listed.map((text) => text.toLowerCase())).to.have.members(
        customProperties(element).map((text) => text.toLowerCase()),
      );
    });

    it(`lists the parts, slots, states and events of <${tagName}>, all of which are seen`, async () => {
      const seen =
        tagName === 'financing-estimate' ? await leadEstimate() : await leadButton(tagName);
      expect([...seen.parts], 'parts').to.have.members(names(described.cssParts));
      expect([...seen.slots], 'slots').to.have.members(names(described.slots));
      expect([...seen.states], 'states').to.have.members(names(described.cssStates));
      expect([...seen.events], 'events').to.have.members(names(described.events));
    });
  }
});
