import {
  isServer,
  LitElement,
  type CSSResultGroup,
  type PropertyDeclaration,
  type PropertyDeclarations,
} from 'lit';
import type { FinancingErrorCode } from '../client/financing-error.js';
import { explainError } from '../page/explain.js';
import { inspectLater } from '../page/inspect.js';
import { settingsOf } from '../page/settings.js';
import type { OperationName } from '../contract/routes.js';
import { adoptStyles } from './adopt-styles.js';
import { FinancingErrorEvent } from './events.js';
import { beginHydration, endHydration, isHydrating } from './hydration.js';
import { collapsedStyles, commonStyles } from './styles.js';
import { languageIn, languageOf, textIn, type Text } from './text.js';

/** The elements that are on the page, for `configure()` to tell. */
export const connectedElements = new Set<FinancingElement>();

/** How many elements make a list of which most are not seen at once. */
export const longList = 20;

/** What the three elements share: settings, language, custom states, and a way to take up no room. */
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

  #internals = this.attachInternals?.();
  #isCollapsed = false;

  constructor() {
    super();
    // As a controller, since an element of which lit defers the hydration has been connected before.
    this.addController(this);
    beginHydration(this);
  }

  /** @internal */
  hostConnected(): void {
    dress(this, this.#isCollapsed); // it may have come from another document
    connectedElements.add(this);
    inspectLater(this);
    // The ancestors, and with them settings and language, may be others than before.
    this.requestUpdate();
  }

  /** @internal */
  hostDisconnected(): void {
    connectedElements.delete(this);
  }

  /** @internal */
  hostUpdated(): void {
    if (endHydration(this)) this.requestUpdate();
  }

  /** Leaves lit no style sheets, but on servers: in an iframe it would adopt the script's document's, which throws. */
  static override finalizeStyles(
    styles?: CSSResultGroup,
  ): ReturnType<typeof LitElement.finalizeStyles> {
    return isServer ? super.finalizeStyles(styles) : [];
  }

  /** Names the attribute of each property by one rule: kebab-case. */
  static override createProperty(property: string, options?: PropertyDeclaration): void {
    const attribute = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    super.createProperty(property, { attribute, ...options });
  }

  protected get settings(): ReturnType<typeof settingsOf> {
    return settingsOf(this);
  }

  /** A server knows no ancestors, and what it has rendered is taken over as it is before it is corrected. */
  protected get language(): string {
    const isAlone = isServer || isHydrating(this);
    return isAlone ? languageIn(this.getAttribute('lang')) : languageOf(this);
  }

  protected get text(): Text {
    return textIn(this.language);
  }

  /** Fires `financing-error`, and explains what the page's author can fix in the console. */
  protected tellError(code: FinancingErrorCode, operation: OperationName): void {
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

  /** Takes the element out of the layout, or puts it back. */
  protected setCollapsed(isCollapsed: boolean): void {
    if (isCollapsed === this.#isCollapsed) return;
    this.#isCollapsed = isCollapsed;
    dress(this, isCollapsed);
  }
}

// A sheet that comes and goes, rather than an attribute: the host's attributes are the page's, and a custom state
// would be lost on browsers that have none.
function dress(element: FinancingElement, isCollapsed: boolean): void {
  const { styles } = element.constructor as typeof FinancingElement;
  const groups = [styles];
  if (isCollapsed) groups.push(collapsedStyles);
  adoptStyles(element.renderRoot as ShadowRoot, groups);
}
