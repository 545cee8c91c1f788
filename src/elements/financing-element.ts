import {
  isServer,
  LitElement,
  type CSSResult,
  type CSSResultGroup,
  type PropertyDeclaration,
  type PropertyDeclarations,
} from 'lit';
import type { FinancingError } from '../client/financing-error.js';
import { choicesOf, explainError } from '../page/explain.js';
import { inspectLater } from '../page/inspect.js';
import { settingsOf } from '../page/settings.js';
import type { Dialogs } from './dialogs.js';
import { FinancingErrorEvent } from './events.js';
import { beginHydration, endHydration, isHydrating } from './hydration.js';
import { dialogs, loadDialogs } from './load-dialogs.js';
import { applyStyleSheets } from './style-sheets.js';
import { announcingStyles, collapsedStyles, commonStyles } from './styles.js';
import { languageIn, languageOf, textIn, type Text } from './text.js';

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

/** What the three elements share: settings, language, custom states, and a way to leave the layout. */
export abstract class FinancingElement extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    location: {},
  };
  static override styles: CSSResultGroup = commonStyles;

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
    // The same document again is one observation.
    observer?.observe(this.ownerDocument, { attributeFilter: observed, subtree: true });
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
      super.performUpdate();
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
    if (endHydration(this)) void this.updateComplete.then(() => this.refreshSettings());
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
    explainError(this, error.code);
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
    this.applyStyles(collapsedStyles, isCollapsed && !isAnnouncing);
    this.applyStyles(announcingStyles, isCollapsed && isAnnouncing);
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
    } catch (error) {
      reportError(error);
      return undefined;
    }
  }

  #applyStyleSheets(root = this.renderRoot as ShadowRoot): void {
    const styles = (this.constructor as typeof FinancingElement).elementStyles as CSSResult[];
    applyStyleSheets(root, [...styles, ...this.#furtherStyles]);
  }
}
