import {
  css,
  type CSSResult,
  type CSSResultGroup,
  html,
  isServer,
  LitElement,
  nothing,
  type PropertyDeclaration,
  type PropertyDeclarations,
} from 'lit';
import type { FinancingError } from '../client/financing-error.js';
import type { Dialogs } from './dialogs.js';
import { FinancingErrorEvent } from './events.js';
import { addDialogTexts, languageIn, languageOf, textIn } from './text.js';
import { explain, inspectLater } from '../page/advice.js';
import { choicesOf } from '../page/advice-tools.js';
import { settingsOf } from '../page/host-page.js';
import { money, percent, shortMoney } from '../words/format.js';
import { fill, type Text } from '../words/text.js';

/** Styles that all elements share. */
export const commonStyles = css`
  :host([hidden]) {
    display: none !important;
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** Takes an element out of the layout. An important rule of the shadow tree overrides every rule of the page. */
const collapsedStyles = css`
  :host {
    display: none !important;
  }
`;

/**
 * Takes an element out of the layout that has the focus, or something to announce. Its live region stays, invisibly.
 */
const announcingStyles = css`
  :host,
  .container {
    display: contents !important;
  }
  :host::before,
  :host::after,
  button {
    display: none !important;
  }
  [role='status'] {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

/** Declares a property with a fixed set of values; the first is the default. */
export function oneOf(...choices: readonly string[]): PropertyDeclaration {
  return { choices } as PropertyDeclaration;
}

/** The name under which lit learns that settings or the language may have changed around an element. */
const surroundings = Symbol('surroundings');

/** The elements that are on the page. */
const connectedElements = new Set<FinancingElement>();

/** Updates all elements of the page with the settings and the language that hold now. */
export function refreshElements(): void {
  for (const element of connectedElements) element.refreshSettings();
}

/** A shopper changes the store, or the language, without a new page. */
const observer = isServer ? undefined : new MutationObserver(refreshElements);
const observed = ['lang', 'data-financing-location', 'data-financing-endpoint'];
const observedDocuments = new WeakSet<Document>();

/** What the three elements share: settings, language, custom states, and a way to leave the layout. */
export abstract class FinancingElement extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    location: {},
  };
  static override styles: CSSResultGroup = commonStyles;
  /**
   * The address of the script that defines the class; undefined in a bundle.
   * @internal
   */
  static source: string | undefined;

  /**
   * The proxy's mount. If missing, taken from the nearest `data-financing-endpoint`, `configure()`, or the script's
   * directory; otherwise `/financing`.
   */
  declare endpoint: string | null | undefined;
  /** The location id. If missing, taken from the nearest `data-financing-location` or `configure()`. */
  declare location: string | null | undefined;

  #internals = this.attachInternals?.();
  #cannotRender = false;
  /** The style sheets that hold beside those of the class. */
  #furtherStyles: readonly CSSResult[] = [];

  /** Gives each attribute the name of its property in kebab-case. */
  protected static override finalize(): void {
    if (Object.hasOwn(this, 'properties')) {
      for (const [name, declaration] of Object.entries(this.properties)) {
        const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        Object.assign(this.properties, { [name]: { attribute, ...declaration } });
      }
    }
    super.finalize();
  }

  constructor() {
    super();
    beginHydration(this);
    for (const [name, [byDefault]] of choicesOf(this))
      this[name as keyof this] = byDefault as never;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (isServer) return;
    connectedElements.add(this);
    const { ownerDocument } = this;
    if (!observedDocuments.has(ownerDocument)) {
      observedDocuments.add(ownerDocument);
      observer?.observe(ownerDocument, { attributeFilter: observed, subtree: true });
    }
    inspectLater(this);
    this.refreshSettings(); // its ancestors may have changed
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    connectedElements.delete(this);
    // A dialog that leaves the page stays open, but is no longer modal, and cannot be opened again.
    this.renderRoot?.querySelector('dialog')?.close();
  }

  /**
   * Called by the browser when the element has moved to another document, as into an iframe.
   * @internal
   */
  adoptedCallback(): void {
    if (this.renderRoot) this.#applyStyleSheets();
  }

  /**
   * Updates the element with the settings that hold now.
   * @internal
   */
  refreshSettings(): void {
    this.requestUpdate(surroundings, true);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (isServer) return super.createRenderRoot();
    // In another document, the browser would refuse the style sheets that lit adopts.
    const isAtHome = this.ownerDocument === document;
    const root = isAtHome
      ? (super.createRenderRoot() as ShadowRoot)
      : this.attachShadow((this.constructor as typeof FinancingElement).shadowRootOptions);
    // Lit adopts no style sheets when it takes over a server-rendered shadow tree.
    if (!isAtHome || isHydrating(this) || this.#furtherStyles.length) this.#applyStyleSheets(root);
    return root;
  }

  /**
   * Updates the element. If that fails, its fallback content shows from then on: a page may have replaced
   * `document.createElement`, which lit needs, or hidden it behind an element of that name.
   */
  protected override performUpdate(): void {
    if (this.#cannotRender) return;
    try {
      const hadFocus = this.shadowRoot?.activeElement;
      super.performUpdate();
      if (hadFocus) this.#keepFocus();
    } catch (error) {
      this.#cannotRender = true;
      console.warn(`<${this.localName}> cannot be rendered. Undo changes to document.`);
      reportError(error); // so that the page's monitoring gets it
      // Created by a new document, whose functions the page has not replaced.
      const slot = new Document().createElementNS('http://www.w3.org/1999/xhtml', 'slot');
      this.renderRoot.replaceChildren(slot);
    }
  }

  protected override updated(): void {
    // The first update takes the server-rendered tree over unchanged; a second one applies the page's settings.
    if (hydrating.delete(this)) void this.updateComplete.then(() => this.refreshSettings());
  }

  protected get settings(): ReturnType<typeof settingsOf> {
    return settingsOf(this);
  }

  /** On a server, where an element has no ancestors, its own `lang` decides. */
  protected get language(): string {
    const isAlone = isServer || isHydrating(this);
    return isAlone ? languageIn(this.getAttribute('lang')) : languageOf(this);
  }

  protected get text(): Text {
    return textIn(this.language);
  }

  /** Dispatches `financing-error`, and explains what the page's author can fix in the console. */
  protected dispatchError(error: FinancingError): void {
    explain(this, error.code);
    this.dispatchEvent(new FinancingErrorEvent(error));
  }

  /** Turns a custom state on or off. */
  protected setState(state: string, isOn: boolean): void {
    try {
      this.#internals?.states[isOn ? 'add' : 'delete'](state);
    } catch {
      // Chrome before 125 accepts only names with dashes, and other old browsers have no states.
    }
  }

  /**
   * Takes the element out of the layout, except for a live region that is in use, or puts it back. It uses a style sheet,
   * since the host's attributes belong to the page, and old browsers have no custom states.
   */
  protected setCollapsed(isCollapsed: boolean, isAnnouncing = false): void {
    if (!isCollapsed && !this.#furtherStyles.length) return;
    this.applyStyles(collapsedStyles, isCollapsed && !isAnnouncing);
    this.applyStyles(announcingStyles, isCollapsed && isAnnouncing);
    if (this.shadowRoot?.activeElement) this.#keepFocus();
  }

  /**
   * Keeps the focus in an element whose focused button disappears, as when the amount can no longer be financed: the live
   * region has it until the button is back. Otherwise it would fall to the body, and a shopper who uses the keyboard would
   * have to start at the top of the page.
   */
  #keepFocus(): void {
    const { activeElement } = this.shadowRoot!;
    const [button, region] = ['button', '[role=status]'].map((selector) =>
      this.shadowRoot!.querySelector<HTMLElement>(selector),
    );
    if (activeElement !== region && activeElement?.checkVisibility()) return;
    if (button?.checkVisibility()) button.focus();
    else region?.focus();
  }

  /** Makes a style sheet hold for the element, or no longer. */
  protected applyStyles(style: CSSResult, isApplied: boolean): void {
    if (this.#furtherStyles.includes(style) === isApplied) return;
    const others = this.#furtherStyles.filter((other) => other !== style);
    this.#furtherStyles = isApplied ? [...others, style] : others;
    if (this.renderRoot) this.#applyStyleSheets();
  }

  /** Loads the dialogs. Undefined after a failure, which is reported, and where the element has left the page meanwhile. */
  protected async loadDialogs(): Promise<Dialogs | undefined> {
    try {
      const { styles } = await loadDialogs();
      if (!this.isConnected) return undefined;
      this.applyStyles(styles, true);
      return dialogs;
    } catch (cause) {
      reportError(new Error('elements-dialogs.<hash>.js is not beside the script', { cause }));
      return undefined;
    }
  }

  #applyStyleSheets(root = this.renderRoot as ShadowRoot): void {
    const styles = (this.constructor as typeof FinancingElement).elementStyles as CSSResult[];
    applyStyleSheets(root, [...styles, ...this.#furtherStyles]);
  }
}

/** The dialogs, once they are loaded. */
export let dialogs: Dialogs | undefined;

let loading: Promise<Dialogs> | undefined;

/** Loads the dialogs, once. After a failure, the next call asks again; Firefox answers it as before, until the page is left. */
export function loadDialogs(): Promise<Dialogs> {
  loading ??= import('./dialogs.js').then(
    ({ createDialogs, dialogTexts }) => {
      addDialogTexts(dialogTexts);
      return (dialogs = createDialogs({ css, html, nothing, fill, money, percent, shortMoney }));
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Loads the dialogs before the click that needs them. A failure is reported at the click. */
export function preloadDialogs(): void {
  loadDialogs().catch(() => {});
}

/** The elements that have not taken over their server-rendered shadow tree yet. */
const hydrating = new WeakSet<Element>();

/** Whether `@lit-labs/ssr-client` is on the page; it has to be loaded before lit. */
const canHydrate = 'litElementHydrateSupport' in globalThis;

/** Records an element that a server has rendered; empties its shadow tree if lit cannot take that over. */
function beginHydration(element: Element): void {
  if (!element.shadowRoot) return;
  if (canHydrate) hydrating.add(element);
  else element.shadowRoot.replaceChildren();
}

/** Whether the element has not taken over its server-rendered shadow tree yet. Until then it must render the same. */
export function isHydrating(element: Element): boolean {
  return hydrating.has(element);
}

/** The style sheets that were constructed for documents other than the script's. */
const sheetsOf = new WeakMap<Document, Map<CSSResult, CSSStyleSheet>>();

/**
 * Applies styles to a shadow root in any document. A constructed sheet belongs to the document that constructed it, and
 * a root that moves to another document, as into an iframe, loses it (CSSOM, section 6.2).
 */
function applyStyleSheets(root: ShadowRoot, styles: readonly CSSResult[]): void {
  root.adoptedStyleSheets = styles.map((style) => sheetIn(root.ownerDocument, style));
}

function sheetIn(owner: Document, style: CSSResult): CSSStyleSheet {
  if (owner === document) return style.styleSheet!; // the one that lit constructs
  const sheets = sheetsOf.get(owner) ?? new Map<CSSResult, CSSStyleSheet>();
  sheetsOf.set(owner, sheets);
  let sheet = sheets.get(style);
  if (!sheet) {
    sheet = new (owner.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(style.cssText);
    sheets.set(style, sheet);
  }
  return sheet;
}

/** Registers an element, unless another copy of this package has registered it before. */
export function defineElement(tag: string, elementClass: CustomElementConstructor): void {
  const first = customElements.get(tag);
  if (!first) customElements.define(tag, elementClass);
  else if (first !== elementClass && !hasWarned) {
    hasWarned = true;
    const copies = [first, elementClass] as (CustomElementConstructor & { source?: string })[];
    const [one, other] = copies.map(({ source = 'a bundle' }) => source);
    console.warn(`Two copies of Financing Elements are loaded, ${one} and ${other}; remove one.`);
  }
}

let hasWarned = false;
