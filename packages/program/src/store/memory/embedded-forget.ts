import type { EndedSession, ForgottenAccount, SsoStore } from '../index.ts'
import { endSession, listHandoff } from './embedded-ending.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import { inTurn, type Tables } from './tables.ts'

/** Forgets an account, after the transactions that began before. */
export function embeddedForget(tables: Tables): Pick<SsoStore<EmbeddedTx>, 'forgetAccount'> {
  return { forgetAccount: (accountId, now) => inTurn(tables, () => forget(tables, accountId, now)) }
}

function forget(tables: Tables, accountId: string, now: Date): ForgottenAccount {
  const { pending, handoffs, identities } = tables
  for (const [key, { row }] of pending) if (row.link?.accountId === accountId) pending.delete(key)
  for (const [key, { row, state }] of handoffs) {
    if (row.link?.accountId !== accountId) continue
    if (state !== 'consumed') listHandoff(tables, row, now)
    handoffs.delete(key)
  }
  const links = identities.filter((row) => row.accountId === accountId)
  for (const row of links) identities.splice(identities.indexOf(row), 1)
  return { links: links.length, ended: endAll(tables, accountId, now) }
}

function endAll(tables: Tables, accountId: string, now: Date): EndedSession[] {
  const open = [...tables.sessions.values()].filter((s) => s.accountId === accountId && !s.endedCause)
  return open.map((session) => endSession(tables, session, { cause: 'revoked_by_program', now }))
}
