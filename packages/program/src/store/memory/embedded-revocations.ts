import type { NewRevocation, SsoStore } from '../index.ts'
import type { Tables } from './tables.ts'

type RevocationSteps = Pick<
  SsoStore,
  'addRevocation' | 'claimRevocation' | 'settleRevocation' | 'countRevocations'
>

/** The longest wait. An entry with a longer one was written by a clock that was ahead, and is due. */
const MAX_WAIT_MS = 7_200_000

/** The list of central grants to revoke. */
export function embeddedRevocations(tables: Tables): RevocationSteps {
  const { revocations } = tables
  return {
    addRevocation: async (added) => listRevocation(tables, added),
    async claimRevocation(now, leaseMs) {
      const wait = (at: Date) => at.getTime() - now.getTime()
      const isDue = (at: Date) => wait(at) <= 0 || wait(at) > MAX_WAIT_MS
      const due = [...revocations.values()].filter(({ nextTryAt }) => isDue(nextTryAt))
      const [first] = due.sort((a, b) => a.nextTryAt.getTime() - b.nextTryAt.getTime())
      if (!first) return null
      first.tries += 1
      first.nextTryAt = new Date(now.getTime() + leaseMs)
      const { id, origin, sealed, keyId, createdAt, tries } = first
      return { id, origin, sealed, keyId, createdAt, tries }
    },
    async settleRevocation({ id, tries, retryAt }) {
      const entry = revocations.get(id)
      if (entry?.tries !== tries) return false
      if (retryAt) entry.nextTryAt = retryAt
      else revocations.delete(id)
      return true
    },
    async countRevocations() {
      const created = [...revocations.values()].map(({ createdAt }) => createdAt.getTime())
      return { waiting: created.length, since: created.length > 0 ? new Date(Math.min(...created)) : null }
    },
  }
}

/** Puts a grant on the list. No id is used twice, so that a late worker does not settle another entry. */
export function listRevocation(tables: Tables, added: NewRevocation): void {
  const newest = Number([...tables.revocations.keys()].at(-1) ?? 0)
  tables.lastRevocation = Math.max(tables.lastRevocation, newest) + 1
  const id = String(tables.lastRevocation)
  tables.revocations.set(id, { ...added, id, tries: 0, nextTryAt: added.createdAt })
}
