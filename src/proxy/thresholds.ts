/** The numbers that the code and the explanations of log events share. */

/** The maximum number of calls to the service in flight, of all kinds and of one kind: reads or writes. */
export const maxCallsInFlight = 64;
export const shareOfOneKind = 0.75;

/** Failures in a row that open a circuit. If three in ten calls fail, this happens once in 15,000 calls. */
export const failuresToOpen = 8;

/** The time between two trial calls while a circuit is open, in ms. */
export const trialIntervalMs = 5_000;

/** The time without failures after which a success ends an outage, in ms. Before that, some calls may still be failing. */
export const quietMs = 5_000;

/**
 * The maximum number of `refused` lines with a reason per minute. Beyond that, each reason gets one line per minute, because
 * strangers can cause such refusals.
 */
export const maxReasonedLines = 60;

/**
 * A tenant, a restart, or a test creates a few proxies. This many in this window, in ms, mean that one is being created per
 * request.
 */
export const maxConstructions = 20;
export const constructionWindowMs = 10_000;
