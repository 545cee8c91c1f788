import {
  isServer,
  LitElement,
  type CSSResult,
  type CSSResultGroup,
  type PropertyDeclarations,
} from 'lit';
import type { FinancingErrorCode } from '../client/financing-error.js';
import { explainError } from '../page/explain.js';
import { inspectLater } from '../page/inspect.js';
import { settingsOf } from '../page/settings.js';
import type { OperationName } from '../contract/routes.js';
import { FinancingErrorEvent } from './events.js';
import { beginHydration, endHydration, isHydrating } from './hydration.js';
import { applyStyleSheets } from './style-sheets.js';
import { announcingStyles, collapsedStyles, commonStyles } from './styles.js';
import { languageIn, languageOf, textIn, type Text } from './text.js';

/** The elements that are on the page, which `configure()` updates. */
export const connectedElements = new Set<FinancingElement>();

/** What the three elements share: settings, language, custom states, and a way to leave the layout. */
export abstract class FinancingElement extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    location: {},
  };
  static override styles: CSSResultGroup = commonStyles;

  /** The proxy's mount. Else the nearest `data-financing-endpoint`, `configure()`, the script's directory. */
  declare endpoint: string | null | undefined;
  /** The location id. Else the nearest `data-financing-location`, or `configure()`. */
  declare location: string | null | undefined;

  /** Whether settings or language may have changed outside of the element since its last update. */
  protected isStale = true;

  #internals = this.attachInternals?.();
  #cannotRender = false;
  /** What takes the element out of the layout, when it is out of it. */
  #collapse: CSSResult | undefined;

  constructor() {
    super();
    beginHydration(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (isServer) return;
    connectedElements.add(this);
    inspectLater(this);
    this.refreshSettings(); // its ancestors may be others than before
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    connectedElements.delete(this);
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
    this.isStale = true;
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (isServer) return super.createRenderRoot();
    // In another document, the style sheets that lit adopts would be refused.
    const isAtHome = this.ownerDocument === document;
    const root = isAtHome
      ? (super.createRenderRoot() as ShadowRoot)
      : this.attachShadow((this.constructor as typeof FinancingElement).shadowRootOptions);
    // Nor does lit adopt any when it takes over what a server has rendered.
    if (!isAtHome || isHydrating(this)) this.#applyStyleSheets(root);
    return root;
  }

  /**
   * Updates the element. Where that fails, the content that the page gave it shows from then on: a page may have replaced
   * `document.createElement`, which lit needs, or hidden it behind an element of that name.
   */
  protected override performUpdate(): void {
    if (this.#cannotRender) return;
    try {
      super.performUpdate();
    } catch (error) {
      this.#cannotRender = true;
      console.warn(`<${this.localName}> cannot be rendered`, error);
      // Made in a document of its own, of which the page has replaced nothing.
      const slot = new Document().createElementNS('http://www.w3.org/1999/xhtml', 'slot');
      this.renderRoot.replaceChildren(slot);
    }
  }

  protected override updated(): void {
    // What a server has rendered is taken over as it is, and corrected then.
    if (endHydration(this)) void this.updateComplete.then(() => this.refreshSettings());
  }

  protected get settings(): ReturnType<typeof settingsOf> {
    return settingsOf(this);
  }

  /** A server knows no ancestors. */
  protected get language(): string {
    const isAlone = isServer || isHydrating(this);
    return isAlone ? languageIn(this.getAttribute('lang')) : languageOf(this);
  }

  protected get text(): Text {
    return textIn(this.language);
  }

  /** Dispatches `financing-error`, and explains what the page's author can fix in the console. */
  protected dispatchError(code: FinancingErrorCode, operation: OperationName): void {
    explainError(this, code);
    this.dispatchEvent(new FinancingErrorEvent(code, operation));
  }

  /** Turns a custom state on or off. */
  protected setState(state: string, isOn: boolean): void {
    try {
      this.#internals?.states[isOn ? 'add' : 'delete'](state);
    } catch {
      // Chrome before 125 takes names with dashes only, others have no states: they go without.
    }
  }

  /**
   * Takes the element out of the layout, but for a live region that is in use, or puts it back. By a style sheet: the
   * host's attributes are the page's, and a custom state would be lost on browsers that have none.
   */
  protected setCollapsed(isCollapsed: boolean, isAnnouncing = false): void {
    const collapse = isCollapsed ? (isAnnouncing ? announcingStyles : collapsedStyles) : undefined;
    if (collapse === this.#collapse) return;
    this.#collapse = collapse;
    this.#applyStyleSheets();
  }

  #applyStyleSheets(root = this.renderRoot as ShadowRoot): void {
    const styles = (this.constructor as typeof FinancingElement).elementStyles as CSSResult[];
    applyStyleSheets(root, this.#collapse ? [...styles, this.#collapse] : styles);
  }
}
