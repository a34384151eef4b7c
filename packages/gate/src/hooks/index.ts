/**
 * Accounts over hooks: the gate asks the program's back end by signed HTTP requests who an account is, and tells it who
 * signs in for the first time. There is no common transaction, so every hook may be repeated. A back end that is away or
 * answers something else never signs anybody out. It holds no HTTP server and no store.
 */
export { examineHooks } from './examine-hooks.ts'
export {
  type HookedAccount,
  type HookedAccounts,
  type HookedNeeds,
  hookedAccounts,
} from './hooked-accounts.ts'
export { type HookSettings, readHookSettings } from './settings.ts'
