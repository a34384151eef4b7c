/**
 * Parking permits. Start reading at `startPermits`: database, central sign-in (`accounts/central-accounts.ts`),
 * routes (`app.ts`), page. The page is in `../web`.
 */
export { addOldAccount, setOfficer } from './by-hand.ts'
export { ConfigFaults, type PermitsConfig, readConfig } from './config.ts'
export { type RunningPermits, type Seams, startPermits } from './start.ts'
