/** The query of an estimation. It's separate from its schema because pages load this file, and they don't load zod. */

/** Query of the estimation (service document, "Estimate payments"). */
export interface EstimateQuery {
  /** The client's time zone. An IANA name such as America/New_York. If missing, the service assumes America/Los_Angeles. */
  timeZone?: string | undefined;
  /** The ID, the name, or any other identifier of the location. Required for callers with several verticals. */
  location?: string | undefined;
  /** The employee who advises the customer: an ID, a name, or any other identifier. */
  representative?: string | undefined;
}

const fields: Readonly<Record<keyof EstimateQuery, true>> = {
  timeZone: true,
  location: true,
  representative: true,
};

/**
 * The fields that distinguish two estimates of the same amount. The page and the proxy derive query strings, cache keys, and
 * batch keys from this list.
 */
export const estimateQueryFields = Object.keys(fields) as readonly (keyof EstimateQuery)[];

/**
 * The maximum number of items in one estimation request. The service document shows no maximum, so this limit is the proxy's own.
 */
export const maxEstimateItems = 500;
