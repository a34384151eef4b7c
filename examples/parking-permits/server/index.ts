/**
 * Parking permits, as whoever starts it sees it. `startPermits` is where reading begins: database, central sign-in
 * (`accounts/central-accounts.ts`), routes (`app.ts`), page. The page itself is in `../web`.
 */
export { addOldAccount, setOfficer } from './by-hand.ts'
export { ConfigFaults, type PermitsConfig, readConfig } from './config.ts'
export { type RunningPermits, type Seams, startPermits } from './start.ts'
