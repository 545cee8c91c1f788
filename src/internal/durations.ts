/** Durations in milliseconds. The page writes its own, because a shared file would cost its scripts a request. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
