/**
 * Asked of each session when it begins. A replica cannot grant it and refuses the session (PostgreSQL's manual, "Hot
 * Standby"); on a primary it changes nothing, because each transaction begins with the server's default again.
 *
 * A replica lags: one look at it would find a revoked token active.
 */
export const ON_PRIMARY = { transaction_read_only: 'off' } as const
