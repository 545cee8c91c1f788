/** From your catalog, never from the request. */
export const sofaPrice = 1299;
