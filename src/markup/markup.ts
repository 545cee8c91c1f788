/**
 * The attributes, properties, and events of each tag for type-checked markup (JSX, Svelte, and Vue templates). They're
 * derived from the classes.
 */
import type { LitElement } from 'lit';
import type { FinancingEventMap } from '../elements/events.js';
import type { FinancingEstimateElement } from '../elements/financing-estimate/financing-estimate-element.js';
import type { PayOverTimeButtonElement } from '../elements/link-buttons/pay-over-time-button-element.js';
import type { PrequalButtonElement } from '../elements/link-buttons/prequal-button-element.js';
import type { personalProperties } from '../page/console-warning-texts.js';

/** The tags and their classes. */
export interface FinancingElements {
  'financing-estimate': FinancingEstimateElement;
  'prequal-button': PrequalButtonElement;
  'pay-over-time-button': PayOverTimeButtonElement;
}

/** The properties of an element that can be set. */
type PropertiesOf<E> = Partial<
  Omit<E, keyof LitElement | 'status' | 'currentEstimate' | 'refresh'>
>;

/** The attributes for these properties, in kebab-case. Properties with personal data have none. */
type AttributesOf<E> = {
  [Property in keyof PropertiesOf<E> & string as AttributeOf<Property>]?: ValueOf<
    PropertiesOf<E>[Property]
  >;
};

/** The values of a property's attribute. Text and numbers are interchangeable there. */
type ValueOf<Value> =
  | Value
  | (string extends Value ? number : never)
  | (number extends Value ? string : never);

/** The properties and attributes of an element that can be set. */
export type Settable<E> = PropertiesOf<E> & AttributesOf<E>;

/** Listeners named after the events with this prefix, such as `onfinancing-estimate`. */
export type Handlers<Prefix extends string> = {
  [Type in keyof FinancingEventMap as `${Prefix}${Type}`]?: (
    event: FinancingEventMap[Type],
  ) => void;
};

/** Listeners in Pascal case, such as `onFinancingEstimate`. Vue compiles `@financing-estimate` to that name. */
export type PascalCaseHandlers = {
  [Type in keyof FinancingEventMap as `on${PascalCase<Type>}`]?: (
    event: FinancingEventMap[Type],
  ) => void;
};

type PascalCase<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${PascalCase<Rest>}`
  : Capitalize<Name>;

type AttributeOf<Property extends string> = Property extends Lowercase<Property> | PersonalProperty
  ? never
  : KebabCase<Property>;

type PersonalProperty = (typeof personalProperties)[number];

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';
