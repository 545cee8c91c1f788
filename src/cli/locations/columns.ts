/**
 * The columns of the file, with their help texts. Each name is the path of a contract field (service document, "Merchant location
 * creation request"). This file imports nothing, because `--help` loads it.
 */
export const columns = {
  location: 'Your identifier of the location, unique in the file. Required.',
  sendSMS:
    'yes: the service texts the onboarding link to representativeDetails.phoneNumber. Empty means no.',
  legalName: 'Legal name of the business.',
  businessName: 'Name of the business.',
  vertical: 'Kind of business, one of the verticals below. Required.',
  'businessAddress.address': 'Street address.',
  'businessAddress.city': 'City.',
  'businessAddress.state': 'State, such as CA or California.',
  'businessAddress.zipcode': 'Zip code.',
  'businessAddress.suite': 'Suite.',
  'representativeDetails.firstName': 'First name of the merchant’s representative.',
  'representativeDetails.lastName': 'Last name.',
  'representativeDetails.phoneNumber': 'US phone number. Required if sendSMS is yes.',
  'representativeDetails.email': 'Email address.',
  sourcePlatform: 'Platform that you call for, if it isn’t your own.',
} as const;

export type ColumnName = keyof typeof columns;

/** The column names, in the order of the template. */
export const columnNames = Object.keys(columns) as ColumnName[];

/** The columns that a file for `locations add` must have. */
export const requiredColumns: readonly ColumnName[] = ['location', 'vertical'];
