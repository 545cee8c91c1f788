import { longSecret, secret, whole, type SettingTable } from '../../internal/settings.js';

/** The options about purchase tokens. */
export const purchaseSettings = {
  purchaseSecret: {
    variable: 'FINANCING_PURCHASE_SECRET',
    type: secret('16 characters or more', longSecret),
    help: 'Secret that your back end signs purchases with, so that their amounts are verified.',
  },
  purchaseMaxAge: {
    variable: 'FINANCING_PURCHASE_MAX_AGE',
    type: whole(1, 31_536_000, 'seconds'),
    default: 86_400,
    help: 'Most seconds for which a purchase token may be valid; one that expires later is refused.',
  },
} as const satisfies SettingTable;
