/** A stage shows live elements in a shadow tree, so that the site's styles and theirs don't affect each other. */
import type { Product } from './product.js';

/** An event of the elements, as the lists of events show it. */
export interface EventEntry {
  readonly id: number;
  readonly type: EventType;
  /** Tag of the element that fired it. */
  readonly from: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const eventFields = {
  'financing-estimate': ['estimate'],
  'financing-unavailable': [],
  'financing-link': ['operation', 'url'],
  'financing-status': ['status'],
  'financing-error': ['code', 'operation'],
} as const satisfies Record<string, readonly string[]>;

export type EventType = keyof typeof eventFields;

/** A link that would open in a shop. */
export interface OpenedLink {
  readonly url: string;
  /** True if the link was texted instead of opened. */
  readonly isText: boolean;
  /** The element that was clicked. */
  readonly opener: HTMLElement;
}

export interface StageOptions {
  onEvent(entry: EventEntry): void;
  onLink(link: OpenedLink): void;
}

let events = 0;

/** Turns an element into a stage, and returns its shadow tree. */
export function createStage(host: HTMLElement, options: StageOptions): ShadowRoot {
  observeStage(host, options);
  return host.attachShadow({ mode: 'open' });
}

/** Observes the elements inside a stage, and keeps their links from opening a window. */
export function observeStage(host: HTMLElement, { onEvent, onLink }: StageOptions): void {
  for (const type of Object.keys(eventFields) as EventType[]) {
    host.addEventListener(type, (event) => {
      const [opener] = event.composedPath() as HTMLElement[];
      if (!opener) return;
      const values = event as unknown as Readonly<Record<string, unknown>>;
      const fields = Object.fromEntries(eventFields[type].map((name) => [name, values[name]]));
      onEvent({ id: ++events, type, from: opener.localName, fields });
      if (type !== 'financing-link') return;
      // There is no server at this address. The sandbox's page is shown below the stage.
      event.preventDefault();
      const isText = opener.getAttribute('delivery') === 'sms';
      onLink({ url: String(fields['url']), isText, opener });
    });
  }
  host.addEventListener('click', onClick, { capture: true });
}

/** Runs before the elements handle a click. */
function onClick(event: Event): void {
  withholdWindow();
  for (const element of event.composedPath()) {
    // Make each click a new purchase, because only the first link of a purchase has a status.
    if (element instanceof HTMLElement && element.matches('prequal-button')) {
      Object.assign(element, { referral: createReference('cart') });
    } else if (element instanceof HTMLElement && element.matches('pay-over-time-button')) {
      Object.assign(element, { transactionId: createReference('order') });
    }
  }
}

function createReference(kind: string): string {
  return `${kind}-${crypto.randomUUID()}`;
}

const openWindow = globalThis.open;

/** Keeps this click from opening a window, which would be closed at once when its link is shown below the stage. */
function withholdWindow(): void {
  globalThis.open = () => null;
  setTimeout(() => (globalThis.open = openWindow));
}

/** Shows a product on a stage. Existing elements stay, and only their changes are applied. */
export function renderProduct(root: ShadowRoot, product: Product): void {
  const box = root.querySelector('.product') ?? root.appendChild(document.createElement('div'));
  setAttributes(box, product.attributes);
  for (const [index, { tag, attributes, content }] of product.elements.entries()) {
    const element = box.children[index] ?? box.appendChild(document.createElement(tag));
    setAttributes(element, attributes);
    if (element.textContent !== content) element.textContent = content;
  }
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** Replaces the style sheets of a stage. Constructed style sheets can't import anything. */
export function setStyleSheets(root: ShadowRoot, ...styleSheets: readonly string[]): void {
  root.adoptedStyleSheets = styleSheets.map((css) => {
    const styleSheet = new CSSStyleSheet();
    styleSheet.replaceSync(css);
    return styleSheet;
  });
}
