/** A column of the file that `locations` reads. */
interface Column {
  readonly help: string;
  readonly isRequired?: true;
}

/**
 * The columns by their names, which are the paths of the contract's fields (service document, "Merchant location creation
 * request"). It imports nothing, since `--help` prints it.
 */
const columns = {
  location: { help: 'Your identifier of the location, unique in the file.', isRequired: true },
  sendSMS: {
    help: 'yes: the service texts the onboarding link to representativeDetails.phoneNumber. Empty means no.',
  },
  legalName: { help: 'Legal name of the business.' },
  businessName: { help: 'Name of the business.' },
  vertical: { help: 'Kind of business; one of the verticals below.', isRequired: true },
  'businessAddress.address': { help: 'Street address.' },
  'businessAddress.city': { help: 'City.' },
  'businessAddress.state': { help: 'State, such as CA.' },
  'businessAddress.zipcode': { help: 'Zip code.' },
  'businessAddress.suite': { help: 'Suite.' },
  'representativeDetails.firstName': { help: 'First name of the merchant’s representative.' },
  'representativeDetails.lastName': { help: 'Last name.' },
  'representativeDetails.phoneNumber': { help: 'US phone number; needed where sendSMS is yes.' },
  'representativeDetails.email': { help: 'Email address.' },
  sourcePlatform: { help: 'Platform that you call for, if it is not yours.' },
} as const satisfies Readonly<Record<string, Column>>;

/** Name of a column. */
export type ColumnName = keyof typeof columns;

/** The names in the order of the template. */
export const columnNames = Object.keys(columns) as ColumnName[];

/** The columns that a file must have. */
export const requiredColumns = columnNames.filter((name) => 'isRequired' in columns[name]);

/** The columns, each with what it holds, for `--help`. */
export function describeColumns(): (readonly [name: string, help: string])[] {
  return columnNames.map((name) => {
    const required = requiredColumns.includes(name) ? ' Required.' : '';
    return [name, `${columns[name].help}${required}`];
  });
}
