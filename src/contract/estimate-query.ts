/** The query of an estimation. It's separate from its schema because pages load this file, and they don't load zod. */

/** Query of the estimation (service document, "Estimate payments"). */
export interface EstimateQuery {
  /** Time zone of the client. IANA name, as in America/New_York. The service assumes America/Los_Angeles. */
  timeZone?: string | undefined;
  /** Store id, store name or any identifier of the location. Callers with several verticals must name one. */
  location?: string | undefined;
  /** The employee who advises the customer: id, name or any identifier. */
  representative?: string | undefined;
}

const fields: Readonly<Record<keyof EstimateQuery, true>> = {
  timeZone: true,
  location: true,
  representative: true,
};

/**
 * The fields that make two estimates of one amount different. Query strings and the keys of caches and batches are made
 * from this list, in the page and in the proxy.
 */
export const estimateQueryFields = Object.keys(fields) as readonly (keyof EstimateQuery)[];
