/**
 * Stands in for `lit` in the one-file script (see vite.config.ts), which is smaller for it: lit-html itself,
 * and under it the part of LitElement that our elements use. The npm entry keeps lit's own, which also renders on
 * servers.
 *
 * The elements are written for lit, in whose words this is: https://lit.dev/docs/components/lifecycle/. That
 * they run on both is proven twice: the compiler reads them with this in lit's place (tsconfig.json beside this
 * file), and their browser tests run on it too (web-test-runner.config.js). What they come to use is added here.
 */
import { render } from 'lit/html.js';
import { css, type CSSResult, type CSSResultGroup } from './css.js';
import { html, nothing, type TemplateResult } from './html.js';
import { policy } from './policy.js';
import {
  fromAttribute,
  type PropertyDeclaration,
  type PropertyDeclarations,
} from './properties.js';

export { css, html, nothing };
export type {
  CSSResult,
  CSSResultGroup,
  PropertyDeclaration,
  PropertyDeclarations,
  TemplateResult,
};

/** The script is for browsers. */
export const isServer = false;

/** What hears of a host's life. */
export interface ReactiveController {
  hostConnected?(): void;
  hostDisconnected?(): void;
  hostUpdate?(): void;
  hostUpdated?(): void;
}

export interface ReactiveControllerHost {
  addController(controller: ReactiveController): void;
  requestUpdate(): void;
  readonly updateComplete: Promise<boolean>;
}

/** The elements whose properties have changed, in their order, each behind what was set on it early. */
let changed: Pick<LitElement, 'performUpdate'>[] = [];

function updateLater(element: Pick<LitElement, 'performUpdate'>): void {
  if (changed.push(element) === 1) queueMicrotask(updateAll);
}

function updateAll(): void {
  const elements = changed;
  changed = []; // for what changes from here on
  for (const element of elements) {
    try {
      element.performUpdate();
    } catch (error) {
      // An error that nobody has caught, and no reason not to update the others.
      void Promise.reject(error);
    }
  }
}

/** An element that renders, a microtask later, whatever changes in its properties. */
export abstract class LitElement extends HTMLElement implements ReactiveControllerHost {
  static properties: PropertyDeclarations;
  declare static styles: CSSResultGroup;
  static shadowRootOptions: ShadowRootInit = { mode: 'open' };
  /** The properties of the class and of those that it extends. */
  static elementProperties = new Map<string, PropertyDeclaration>();
  declare static finalizeStyles: (styles?: CSSResultGroup) => CSSResult[];

  /** For a second copy of the script. */
  static readonly policy = policy;

  /** There when the element has been on the page. */
  declare renderRoot: ShadowRoot;

  #controllers: readonly ReactiveController[] = [];
  readonly #values: Record<string, unknown> = {};
  /** The first update is due from the beginning, and done when the element is on the page. */
  #isPending = true;

  constructor() {
    super();
    // What was set before the class was there counts for more than the attributes, which come next.
    for (const [property, value] of Object.entries(this)) {
      if (!classOf(this).elementProperties.has(property)) continue;
      delete this[property as keyof this];
      updateLater({ performUpdate: () => Reflect.set(this, property, value) });
    }
  }

  /** Read by the browser when the class is defined; everything that the class declares is then set up. */
  static get observedAttributes(): string[] {
    this.finalize();
    return [...this.elementProperties.values()].flatMap(({ attribute }) => attribute || []);
  }

  static finalize(): void {
    if (Object.hasOwn(this, 'elementProperties')) return;
    const base = Object.getPrototypeOf(this) as typeof LitElement;
    base.finalize();
    this.elementProperties = new Map(base.elementProperties);
    for (const [property, options] of Object.entries(this.properties)) {
      this.createProperty(property, options);
    }
  }

  static createProperty(property: string, options: PropertyDeclaration): void {
    this.elementProperties.set(property, options);
    Object.defineProperty(this.prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: LitElement) {
        return this.#values[property];
      },
      set(this: LitElement, value: unknown) {
        const old = this.#values[property];
        this.#values[property] = value;
        if (!Object.is(value, old)) this.requestUpdate();
      },
    });
  }

  /** Resolves when the present microtask's updates are done: false if the next one is due. */
  get updateComplete(): Promise<boolean> {
    return Promise.resolve().then(() => !this.#isPending);
  }

  addController(controller: ReactiveController): void {
    this.#controllers = [...this.#controllers, controller]; // no room for more, in each of hundreds
  }

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    updateLater(this);
  }

  connectedCallback(): void {
    if (policy === null) return; // it cannot render: what is in the element stays
    if (!this.renderRoot) {
      this.renderRoot = this.attachShadow(classOf(this).shadowRootOptions);
      updateLater(this);
    }
    tell(this.#controllers, 'hostConnected');
  }

  disconnectedCallback(): void {
    tell(this.#controllers, 'hostDisconnected');
  }

  attributeChangedCallback(attribute: string, _old: string | null, value: string | null): void {
    for (const [property, options] of classOf(this).elementProperties) {
      if (options.attribute !== attribute) continue;
      Reflect.set(this, property, fromAttribute(value, options));
    }
  }

  /** Does the update that is due, if one is. */
  performUpdate(): void {
    if (!this.#isPending) return;
    let content: ReturnType<typeof this.render>;
    try {
      this.willUpdate?.();
      tell(this.#controllers, 'hostUpdate');
      content = this.render();
    } finally {
      // What changes from here on is for the next update.
      this.#isPending = false;
    }
    render(content, this.renderRoot);
    tell(this.#controllers, 'hostUpdated');
    this.updated?.();
  }

  protected willUpdate?(): void;
  protected abstract render(): TemplateResult | typeof nothing;
  protected updated?(): void;
}

function classOf(element: LitElement): typeof LitElement {
  return element.constructor as typeof LitElement;
}

function tell(controllers: readonly ReactiveController[], hook: keyof ReactiveController): void {
  for (const controller of controllers) controller[hook]?.();
}
