import type { ScriptText } from '../text.js';

/**
 * The texts in English. A payment is "estimated", the rate an "APR" (Regulation Z, 12 CFR 1026.24(c)); never "as low as",
 * "pre-approved" or "interest rate".
 */
export const en: ScriptText = {
  payment: 'Estimated {payment}/mo',
  term: 'for {months} months',
  apr: '{apr} APR',
  downPayment: '{downPayment} down',
  sentence:
    'Estimated payment: {payment} a month{forMonths} at {apr} APR, with {downPayment} down.',
  announcement: '{payment} a month{forMonths}, {apr} APR, {downPayment} down',
  detailsOf: 'See details: {payment} a month',
  detailsShort: 'See details',
  unavailable: 'Monthly payments are not available for this amount.',
  prequalify: 'See what you qualify for',
  payOverTime: 'Pay over time',
  opensWindow: '(opens in a new window)',
  opening: 'One moment…',
  continue: 'Continue to financing',
  failed: 'Something went wrong. Please try again.',
  refused: 'Financing is not available here.',
  limited: 'Too many attempts. Please try again later.',
  sent: 'Text sent. Check your phone for the link.',
  perhapsSent: 'Your text may already be on its way. Check your phone before trying again.',
  notSent: 'Enter a US mobile number that can receive texts.',
  completed: 'The application is complete.',
  aborted: 'The application was not completed.',
};
