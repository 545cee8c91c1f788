/** Most items of one estimation request. The service document shows no maximum; this limit is the proxy's own. */
export const maxEstimateItems = 500;
