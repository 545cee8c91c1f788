import type { FinancingEstimateElement } from '../../src/index.js';

/** Of dist/custom-elements.json, what it says of one element. https://custom-elements-manifest.open-wc.org */
export interface ElementManifest {
  readonly tagName: keyof HTMLElementTagNameMap;
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly fieldName: string }[];
  readonly members: readonly { readonly kind: 'field' | 'method'; readonly name: string }[];
  readonly slots: readonly { readonly name: string }[];
  readonly cssParts: readonly { readonly name: string }[];
  readonly cssStates: readonly { readonly name: string }[];
  readonly cssProperties: readonly { readonly name: string; readonly default: string }[];
  readonly events: readonly { readonly name: string }[];
}

export interface Manifest {
  readonly modules: readonly { readonly declarations: readonly ElementManifest[] }[];
}

/** What of an element has been seen so far. */
export interface Sightings {
  readonly parts: Set<string>;
  readonly slots: Set<string>;
  readonly states: Set<string>;
  readonly events: Set<string>;
}

/** Notes the parts and slots that an element ever has, the states that it is ever in, the events that it ever fires. */
export function watch(element: Element) {
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

/** The custom properties that an element's style sheets use, with what stands in for each. */
export function customProperties(element: Element): string[] {
  const rules = element.shadowRoot!.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]);
  const css = rules.map(({ cssText }) => cssText).join('\n');
  const uses = css.matchAll(/var\((--financing-[\w-]+),\s*([^)]+)\)/g);
  return [...new Set([...uses].map(([, property, fallback]) => `${property}: ${fallback}`))];
}

/** The properties that the class of an element declares, and their attributes. */
export function declared(element: Element): { properties: string[]; attributes: string[] } {
  const { elementProperties, observedAttributes } =
    element.constructor as typeof FinancingEstimateElement;
  return { properties: [...elementProperties.keys()].map(String), attributes: observedAttributes };
}
