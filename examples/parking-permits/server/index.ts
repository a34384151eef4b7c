/**
 * Parking permits. Read `startPermits` first. It starts the database, the central sign-in
 * (`accounts/central-accounts.ts`), the routes (`app.ts`) and the page (`../web`).
 */
export { addOldAccount, setOfficer } from './by-hand.ts'
export { ConfigFaults, databaseUrlOf, type PermitsConfig, readConfig } from './config.ts'
export { type Replacements, type RunningPermits, startPermits } from './start.ts'
