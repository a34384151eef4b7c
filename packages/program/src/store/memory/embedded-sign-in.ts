import type {
  ConsumedHandoff,
  ConsumeHandoff,
  HandoffCommit,
  HandoffRow,
  IdentityRow,
  NewSession,
  SsoStore,
} from '../index.ts'
import { endSession, listHandoff } from './embedded-ending.ts'
import { inTurn, type StoredSession, sessionRowOf, type Tables } from './tables.ts'

/** A transaction of the embedded store. It remembers how to undo its changes. */
export interface EmbeddedTx {
  readonly embedded: true
  readonly undo: (() => void)[]
}

type SignInSteps = Pick<
  SsoStore<EmbeddedTx>,
  | 'createPending'
  | 'consumePending'
  | 'settlePending'
  | 'findCallbackResult'
  | 'createHandoff'
  | 'consumeHandoff'
  | 'findIdentity'
  | 'findIdentityByAccount'
  | 'insertIdentity'
  | 'removeIdentity'
>

/** Pending sign-ins, handoffs, and the links between citizens and accounts. */
export function embeddedSignIn(tables: Tables): SignInSteps {
  return {
    ...pendingSteps(tables),
    ...identitySteps(tables),
    async createHandoff(row) {
      if (tables.handoffs.has(row.codeHash)) throw new Error('this code hash exists already')
      tables.handoffs.set(row.codeHash, { row, state: 'open', failures: 0 })
    },
    async consumeHandoff(claim, commit) {
      const row = claimHandoff(tables, claim)
      if (!row) return { kind: 'refused' }
      return inTurn(tables, () => commitHandoff({ tables, row, now: claim.now }, commit))
    },
  }
}

function pendingSteps({
  pending,
  handoffs,
  now: storeNow,
}: Tables): Pick<SignInSteps, 'createPending' | 'consumePending' | 'settlePending' | 'findCallbackResult'> {
  return {
    async createPending(row) {
      if (pending.has(row.stateHash)) throw new Error('this state hash exists already')
      pending.set(row.stateHash, { row, consumed: false })
    },
    async consumePending(stateHash, now, by) {
      const found = pending.get(stateHash)
      if (!found) return { kind: 'unknown' }
      const { row, first } = found
      const { returnUri } = row
      if (found.consumed)
        return { kind: 'replayed', returnUri, first: first ? { pending: row, ...first } : null }
      if (row.expiresAt <= now) return { kind: 'expired', returnUri }
      found.consumed = true
      found.first = { by, at: now }
      return { kind: 'consumed', pending: row, consumedAt: storeNow() }
    },
    async settlePending(stateHash, refusal) {
      const found = pending.get(stateHash)
      if (found?.consumed) found.refusal = refusal
    },
    async findCallbackResult(stateHash, codeHash, now) {
      const found = pending.get(stateHash)
      if (!found) return { kind: 'over' }
      if (found.refusal !== undefined) return { kind: 'refused', refusal: found.refusal }
      const handoff = handoffs.get(codeHash)
      if (!handoff) return { kind: 'under-way' }
      return { kind: handoff.state !== 'consumed' && handoff.row.expiresAt > now ? 'open' : 'over' }
    },
  }
}

function identitySteps({
  identities,
}: Tables): Pick<
  SignInSteps,
  'findIdentity' | 'findIdentityByAccount' | 'insertIdentity' | 'removeIdentity'
> {
  const bySubject = (issuer: string, subject: string) =>
    identities.find((row) => row.issuer === issuer && row.subject === subject)
  const byAccount = (accountId: string, issuer?: string) =>
    identities.find((row) => row.accountId === accountId && (issuer === undefined || row.issuer === issuer))
  return {
    findIdentity: async (issuer, subject) => bySubject(issuer, subject) ?? null,
    findIdentityByAccount: async (accountId) => byAccount(accountId) ?? null,
    async insertIdentity(row: IdentityRow, tx) {
      const there = bySubject(row.issuer, row.subject)
      if (there?.accountId === row.accountId) return 'same'
      if (there || byAccount(row.accountId, row.issuer)) return 'conflict'
      identities.push(row)
      tx.undo.push(() => identities.splice(identities.indexOf(row), 1))
      return 'inserted'
    },
    async removeIdentity(row, tx) {
      const there = bySubject(row.issuer, row.subject)
      if (!there || there.accountId !== row.accountId) return false
      identities.splice(identities.indexOf(there), 1)
      tx.undo.push(() => identities.push(there))
      return true
    },
  }
}

function claimHandoff(tables: Tables, claim: ConsumeHandoff): HandoffRow | null {
  const found = tables.handoffs.get(claim.codeHash)
  if (!found || found.state !== 'open' || found.row.expiresAt <= claim.now) return null
  if (found.row.challenge === claim.challenge) {
    found.state = 'in use'
    return found.row
  }
  found.failures += 1
  if (found.failures < claim.maxFailures) return null
  found.state = 'consumed'
  listHandoff(tables, found.row, claim.now)
  return null
}

async function commitHandoff(
  { tables, row, now }: { tables: Tables; row: HandoffRow; now: Date },
  commit: (handoff: HandoffRow, tx: EmbeddedTx) => Promise<HandoffCommit>,
): Promise<ConsumedHandoff> {
  const tx: EmbeddedTx = { embedded: true, undo: [] }
  const handoff = tables.handoffs.get(row.codeHash)
  // The transaction before this one has forgotten it. Its grant is on the list of revocations.
  if (!handoff) return { kind: 'refused' }
  try {
    const outcome = await commit(row, tx)
    handoff.state = 'consumed'
    if ('session' in outcome)
      return { kind: 'consumed', session: sessionRowOf(tables, writeSession(tables, outcome)) }
    rollBack(tx)
    listHandoff(tables, row, now)
    return { kind: 'conflict' }
  } catch (error) {
    rollBack(tx)
    handoff.state = 'open'
    throw error
  }
}

function rollBack(tx: EmbeddedTx): void {
  for (const undo of tx.undo.toReversed()) undo()
}

function writeSession(
  tables: Tables,
  outcome: { session: NewSession; endOtherSessions: boolean },
): StoredSession {
  const n = outcome.session
  const others = [...tables.sessions.values()].filter((s) => s.accountId === n.accountId && !s.endedCause)
  if (outcome.endOtherSessions)
    for (const other of others) endSession(tables, other, { cause: 'revoked_by_program', now: n.createdAt })
  const { id, accountId, issuer, subject, createdAt, expiresAt, refreshHash, central, centralCheckedAt } = n
  const stored: StoredSession = {
    ...{ id, accountId, issuer, subject, createdAt, expiresAt, refreshHash, central, centralCheckedAt },
    ...{ lastUsedAt: createdAt, generation: 1, previous: null, leaseUntil: null, fence: 0 },
    ...{ endedAt: null, endedCause: null, authenticatedAt: n.authenticatedAt, acr: n.acr, device: n.device },
  }
  tables.sessions.set(n.id, stored)
  tables.access.set(n.accessHash, { sessionId: n.id, expiresAt: n.accessExpiresAt })
  return stored
}
