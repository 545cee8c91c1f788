// Type-checked only: `npm run types` fails if the types allow less or more than this.
import type { SvelteHTMLElements } from 'svelte/elements';
import type {} from '../../src/markup/svelte.js';

type Props<Tag extends keyof SvelteHTMLElements> = SvelteHTMLElements[Tag];

export const estimate: Props<'financing-estimate'> = {
  class: 'line',
  amount: 520,
  'when-unavailable': 'keep-space',
  'onfinancing-estimate': ({ estimate: { apr } }) => apr.toFixed(2),
};

export const prequal: Props<'prequal-button'> = {
  customerDetails: { firstName: 'Ada' },
  referral: 'visit-1',
};

export const payOverTime: Props<'pay-over-time-button'> = {
  amount: '520',
  'transaction-id': 'order-1',
  target: '_self',
};

// @ts-expect-error It has no such value.
export const wrongValue: Props<'prequal-button'> = { target: '_top' };

export const rightAttributes: Props<'financing-estimate'> = {
  'term-months': '12',
  'apr-unit': 'fraction',
  'time-zone': null,
};

// @ts-expect-error Its attribute has no such value.
export const wrongAttribute: Props<'financing-estimate'> = { 'apr-unit': 'pct' };

// @ts-expect-error The event has no such field.
export const wrongField: Props<'financing-estimate'>['onfinancing-error'] = ({ estimate: found }) =>
  found;
