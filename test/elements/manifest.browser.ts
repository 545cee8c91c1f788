import { expect } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../src/index.js';
import { amount, link } from '../client/fake-proxy.js';
import { proxy, show, showButton, useLinkWindows } from './page.js';
import { open, part, showDetails, submit } from './shadow-tree.js';
import { until } from '../support/until.js';

/** The entry of an element in dist/custom-elements.json (https://custom-elements-manifest.open-wc.org). */
interface ElementManifest {
  readonly tagName: keyof HTMLElementTagNameMap;
  readonly name: string;
  readonly attributes: readonly (Typed & { readonly fieldName: string })[];
  readonly members: readonly (Typed & {
    readonly kind: 'field' | 'method';
    readonly readonly?: boolean;
  })[];
  readonly slots: readonly { readonly name: string }[];
  readonly cssParts: readonly { readonly name: string }[];
  readonly cssStates: readonly { readonly name: string }[];
  readonly cssProperties: readonly { readonly name: string; readonly default: string }[];
  readonly events: readonly { readonly name: string }[];
}

/** An attribute or a member. Methods have no type. */
export interface Typed {
  readonly name: string;
  readonly type?: { readonly text: string };
}

export interface Manifest {
  readonly modules: readonly { readonly declarations: readonly ElementManifest[] }[];
}

/** The features of an element that have occurred so far. */
interface Sightings {
  readonly parts: Set<string>;
  readonly slots: Set<string>;
  readonly states: Set<string>;
  readonly events: Set<string>;
}

/** Records every part, slot, and state that an element has at any time, and every event that it fires. */
function watch(element: Element) {
  const seen: Sightings = {
    parts: new Set(),
    slots: new Set(),
    states: new Set(),
    events: new Set(),
  };
  const root = element.shadowRoot!;
  const look = () => {
    for (const found of root.querySelectorAll('[part]')) {
      for (const token of found.part) seen.parts.add(token);
    }
    for (const slot of root.querySelectorAll('slot')) seen.slots.add(slot.name);
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { attributes: true, childList: true, subtree: true });
  look();

  const { add } = CustomStateSet.prototype;
  CustomStateSet.prototype.add = function (state) {
    seen.states.add(state);
    return add.call(this, state);
  };
  element.dispatchEvent = (fired) => {
    seen.events.add(fired.type);
    return EventTarget.prototype.dispatchEvent.call(element, fired);
  };
  return {
    seen,
    stop() {
      look();
      observer.disconnect();
      CustomStateSet.prototype.add = add;
    },
  };
}

/** Shows an element, and opens its dialog. */
async function opened(tagName: ElementManifest['tagName']): Promise<HTMLElement> {
  const element = await show<HTMLElement>(
    `<${tagName} amount="${amount.financed}" product="Sofa" location="a" transaction-id="t" delivery="sms"></${tagName}>`,
  );
  const isOpen = () => element.shadowRoot!.querySelector('dialog')?.open;
  await until(() => part(element, 'details-button') ?? part(element, 'button'));
  (part(element, 'details-button') ?? part(element, 'button'))!.click();
  await until(isOpen);
  return element;
}

/** Returns the custom properties that an element's style sheets use, each with its fallback. */
function customProperties(element: Element): string[] {
  const rules = element.shadowRoot!.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]);
  const css = rules.map(({ cssText }) => cssText).join('\n');
  const uses = css.matchAll(/var\((--financing-[\w-]+),\s*((?:[^()]|\([^)]*\))+)\)/g);
  const named = [...uses].map(([, property, fallback]) =>
    // The fallback of the example is text in the page's language.
    fallback!.startsWith('"')
      ? `${property}: a typical line`
      : `${property}: ${fallback!.replace(/color-mix.*14%.*/, '14% of the text color').replace(/^var\(--page-color.*/, 'text color of the page')}`,
  );
  return [...new Set(named)];
}

const manifest = (await (await fetch('/dist/custom-elements.json')).json()) as Manifest;
const elements = manifest.modules.flatMap(({ declarations }) => declarations);

const headers = { 'Financing-Link-Token': 'token-1' };

/** Takes an estimate through every state, and returns what occurred. */
async function leadEstimate(): Promise<Sightings> {
  proxy.hold();
  const element = await show<FinancingEstimateElement>(
    `<financing-estimate amount="${amount.withDownPayment}" product="Sofa">
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
  await until(() => seen.events.has('financing-view'));
  await showDetails(element);
  element.layout = 'card';
  await until(() => part(element, 'card'));
  element.amount = amount.inapplicable;
  await answer('unavailable');
  element.amount = amount.free;
  await answer('error', {}, { status: 500 });
  await until(() => seen.events.has('financing-error'));
  stop();
  return seen;
}

/** Takes a button through every outcome of a click, and returns what occurred. */
async function leadButton(tag: string): Promise<Sightings> {
  proxy.hold();
  const element = await showButton(
    `<${tag} location="a" amount="520" transaction-id="t"></${tag}>`,
  );
  const { seen, stop } = watch(element);
  const answer = async (body?: unknown, init?: ResponseInit) => {
    await until(() => proxy.calls.length);
    proxy.calls.shift()!.respond(body, init);
  };
  if (tag === 'pay-over-time-button') await answer(); // the estimate, without which the button is hidden
  element.click();
  await answer({}, { status: 500 });
  await until(() => seen.states.has('error'));
  element.click();
  await answer({ url: link });
  await until(() => seen.parts.has('link'));
  element.delivery = 'qr';
  element.click();
  await answer({ url: link });
  await until(() => seen.parts.has('qr-caption'));

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
  const windows = useLinkWindows();
  beforeEach(() => windows.block());

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
      const element = await show(`<${tagName}></${tagName}>`);
      const { observedAttributes } = element.constructor as typeof FinancingEstimateElement;
      expect(names(described.attributes)).to.have.members(observedAttributes);
      for (const { name, fieldName } of described.attributes) {
        element.setAttribute(name, '7');
        expect(String(Reflect.get(element, fieldName)), name).to.match(/^(7|true)$/);
      }
    });

    it(`lists the custom properties of <${tagName}>, with their defaults`, async () => {
      const element = await opened(tagName);
      const listed = described.cssProperties.map(
        (property) => `${property.name}: ${property.default}`,
      );
      expect(listed.map((text) => text.toLowerCase())).to.have.members(
        customProperties(element).map((text) => text.toLowerCase()),
      );
    });

    it(`lists the parts, slots, states, and events of <${tagName}>, all of which occur`, async () => {
      const seen =
        tagName === 'financing-estimate' ? await leadEstimate() : await leadButton(tagName);
      const { cssParts, slots, cssStates, events } = described;
      for (const [tag, inUse, listed] of [
        ['@csspart', seen.parts, cssParts],
        ['@slot', seen.slots, slots],
        ['@cssstate', seen.states, cssStates],
        ['@fires', seen.events, events],
      ] as const) {
        const described = new Set(names(listed));
        const missing = [...inUse].filter((name) => !described.has(name));
        expect(missing, `without ${tag} above the class`).to.deep.equal([]);
        const unused = [...described].filter((name) => !inUse.has(name));
        expect(unused, `${tag} of something that isn't there`).to.deep.equal([]);
      }
    });
  }
});
