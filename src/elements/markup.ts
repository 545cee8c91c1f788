/**
 * What checked markup (JSX, Vue templates) may say on each tag, derived from the classes and their events.
 */
import type { LitElement } from 'lit';
import type { FinancingEstimateElement } from './financing-estimate/financing-estimate-element.js';
import type { PayOverTimeButtonElement } from './link-buttons/pay-over-time-button-element.js';
import type { PrequalButtonElement } from './link-buttons/prequal-button-element.js';

/** The tags and their classes. */
export interface FinancingElements {
  'financing-estimate': FinancingEstimateElement;
  'prequal-button': PrequalButtonElement;
  'pay-over-time-button': PayOverTimeButtonElement;
}

/** The properties of an element that can be set. */
export type PropertiesOf<E> = Partial<Omit<E, keyof LitElement | 'status' | 'refresh'>>;

/** Those whose attribute has a name of its own, in kebab-case. Personal data goes by property only. */
export type AttributesOf<E> = {
  [Property in keyof PropertiesOf<E> & string as AttributeOf<Property>]?:
    string | number | null | undefined;
};

/** The names of the events of the elements: `financing-estimate` and so on. */
export type FinancingEventMap = Pick<
  GlobalEventHandlersEventMap,
  keyof GlobalEventHandlersEventMap & `financing-${string}`
>;

type AttributeOf<Property extends string> = Property extends Lowercase<Property> | PersonalProperty
  ? never
  : KebabCase<Property>;

type PersonalProperty = 'customerDetails' | 'phoneNumber' | 'customerPhoneNumber';

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';
