/** A key that can be trusted for less does not outlast a recovery by mail (decision 60). */
export const RECENT_SECONDS = 3 * 24 * 60 * 60
