import type { SsoStore } from '../store/index.ts'
import { CALLBACK_RULES } from './conformance-callbacks.ts'
import { CENTRAL_RULES } from './conformance-central.ts'
import { HOUSEKEEPING_RULES } from './conformance-housekeeping.ts'
import { IDENTITY_RULES } from './conformance-identities.ts'
import { REVOCATION_RULES } from './conformance-revocations.ts'
import type { ConformanceCase } from './conformance-samples.ts'
import { SESSION_RULES } from './conformance-sessions.ts'
import { SIGN_IN_RULES } from './conformance-sign-in.ts'
import { TICKET_RULES } from './conformance-tickets.ts'
import { TWO_SESSION_RULES } from './conformance-two-sessions.ts'

/**
 * Every rule that a store must keep, with races of forty callers. `make` returns an empty, migrated store each time.
 */
export function storeConformance<Tx>(make: () => Promise<SsoStore<Tx>>): readonly ConformanceCase[] {
  const rules = [
    ...SIGN_IN_RULES,
    ...CALLBACK_RULES,
    ...IDENTITY_RULES,
    ...SESSION_RULES,
    ...TICKET_RULES,
    ...REVOCATION_RULES,
    ...HOUSEKEEPING_RULES,
    ...CENTRAL_RULES,
    ...TWO_SESSION_RULES,
  ]
  return rules.map(({ name, check }) => ({
    name,
    async run() {
      const store = await make()
      try {
        // The cases do not use the content of a transaction. They only hand it back to the store that made it.
        await check(store as SsoStore<unknown>)
      } finally {
        await store.close()
      }
    },
  }))
}
