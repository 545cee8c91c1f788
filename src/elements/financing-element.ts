import { type CSSResultGroup, isServer, LitElement, type PropertyDeclarations } from 'lit';
import type { FinancingError } from '../client/financing-error.js';
import { warn, inspectLater } from '../page/console-warnings.js';
import { settingsOf } from '../page/element-settings.js';
import type { Text } from '../words/script-text.js';
import { adoptStyles, hasAddedStyles } from './adopted-styles.js';
import { keepFocus } from './collapse.js';
import { commonStyles } from './common-styles.js';
import { FinancingErrorEvent } from './events.js';
import { beginHydration, endHydration, isHydrating } from './hydration.js';
import { unwatchSurroundings, watchSurroundings } from './surroundings.js';
import { languageIn, languageOf, textIn } from './element-text.js';

/**
 * Settings, language, and custom states, which the three elements share.
 *
 * @cssproperty [--financing-dialog-background=Canvas] - Background of the dialog.
 * @cssproperty [--financing-dialog-color=CanvasText] - Text color of the dialog.
 * @cssproperty [--financing-dialog-border-color=14% of the text color] - Border color of the dialog.
 * @cssproperty [--financing-dialog-backdrop=rgb(0 0 0 / 0.5)] - Background of the page behind the dialog.
 * @cssproperty [--financing-dialog-radius=0.75rem] - Corner radius of the dialog.
 */
export abstract class FinancingElement extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    location: {},
  };
  static override styles: CSSResultGroup = commonStyles;
  /**
   * The values of each property that has a fixed set of them. Other values are reported in the console.
   * @internal
   */
  declare static choices: Readonly<Record<string, readonly string[]>>;
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

  constructor() {
    super();
    beginHydration(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (isServer) return;
    watchSurroundings(this);
    inspectLater(this);
    this.refreshSettings(); // its ancestors may have changed
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    unwatchSurroundings(this);
    // A dialog that is removed stays open, but it's no longer modal and can't be opened again.
    this.renderRoot?.querySelector('dialog')?.close();
  }

  /**
   * Called by the browser when the element has moved to another document, such as an iframe's.
   * @internal
   */
  adoptedCallback(): void {
    if (this.renderRoot) adoptStyles(this);
  }

  /**
   * Updates the element with the current settings.
   * @internal
   */
  refreshSettings(): void {
    // Counts as a changed property: subclasses skip work in an update that has none.
    this.requestUpdate('surroundings', true);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (isServer) return super.createRenderRoot();
    // In another document, the browser would refuse the style sheets that lit adopts.
    const isAtHome = this.ownerDocument === document;
    const root = isAtHome
      ? (super.createRenderRoot() as ShadowRoot)
      : this.attachShadow((this.constructor as typeof FinancingElement).shadowRootOptions);
    // Lit adopts no style sheets when it takes over a server-rendered shadow tree.
    if (!isAtHome || isHydrating(this) || hasAddedStyles(this)) adoptStyles(this, root);
    return root;
  }

  protected override performUpdate(): void {
    const hadFocus = this.shadowRoot?.activeElement;
    super.performUpdate();
    if (hadFocus) keepFocus(this.shadowRoot);
  }

  protected override updated(): void {
    // The first update takes over the server-rendered tree unchanged. A second one applies the page's settings.
    if (endHydration(this)) void this.updateComplete.then(() => this.refreshSettings());
  }

  /** @internal */
  get settings(): ReturnType<typeof settingsOf> {
    return settingsOf(this);
  }

  /**
   * On a server, where an element has no ancestors, its own `lang` decides.
   * @internal
   */
  get language(): string {
    const hasNoAncestors = isServer || isHydrating(this);
    return hasNoAncestors ? languageIn(this.getAttribute('lang')) : languageOf(this);
  }

  /** @internal */
  get text(): Text {
    return textIn(this.language);
  }

  /**
   * Dispatches `financing-error`, and explains in the console what the page's author can fix.
   * @internal
   */
  dispatchError(error: FinancingError): void {
    warn(this, error.code);
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
}
