/** The product of the playground. The live elements and all snippets are derived from this description. */
import { parseAmount } from '../../../../src/internal/dollars.js';
import { defaultState, type Language, type PlaygroundState } from './state.js';

/** An element of the markup. */
export interface ProductElement {
  readonly tag: 'p' | 'financing-estimate' | 'prequal-button' | 'pay-over-time-button';
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string;
}

/** The markup of a product. */
export interface Product {
  /** The attributes of the element around the others. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly ProductElement[];
}

/** The rules of the product in addition to the rules of its skin. */
export const productCss = `.product > * {
  margin-block: 0 0.75rem;
  margin-inline-end: 0.5rem;
  vertical-align: top;
}`;

const fallbacks: Readonly<Record<Language, string>> = {
  en: 'Financing available at checkout',
  es: 'Financiamiento disponible al pagar',
};

/** Returns the product of a state. An attribute that has its default is left out. */
export function productOf(state: PlaygroundState): Product {
  const { amount, language, location } = state;
  const delivery = unlessDefault(state, 'delivery');
  return {
    attributes: {
      class: 'product',
      ...unlessDefault(state, 'language', 'lang'),
      'data-financing-location': location,
    },
    elements: [
      { tag: 'p', attributes: { class: 'price' }, content: priceOf(amount) },
      {
        tag: 'financing-estimate',
        attributes: {
          amount,
          ...unlessDefault(state, 'layout'),
          ...unlessDefault(state, 'details'),
        },
        content: fallbacks[language],
      },
      { tag: 'prequal-button', attributes: { referral: 'cart-4711', ...delivery }, content: '' },
      {
        tag: 'pay-over-time-button',
        attributes: { amount, 'transaction-id': 'order-4711', ...delivery },
        content: '',
      },
    ],
  };
}

function unlessDefault(
  state: PlaygroundState,
  name: 'language' | 'layout' | 'details' | 'delivery',
  attribute: string = name,
): Record<string, string> {
  return state[name] === defaultState[name] ? {} : { [attribute]: state[name] };
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Returns the price as a page would print it, or an ambiguous amount as it was typed. */
function priceOf(amount: string): string {
  const parsed = parseAmount(amount);
  return parsed === undefined ? amount : dollars.format(parsed);
}
