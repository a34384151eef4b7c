import type { LegacyAccounts, VerifiedIdentity } from '@portico/program'
import type { HookName } from './hook-names.ts'
import type { Json } from './read-answer.ts'
import { membersOf } from './read-members.ts'
import type { SealedReferences } from './sealed-reference.ts'

/** How the back end recognises its own sessions: by cookies with these names, by bearer tokens, or by both. */
export interface OldSessions {
  readonly cookies: readonly string[]
  readonly bearers: boolean
}

/** Asks a hook that the back end must know. */
export type Ask = (hook: HookName, data: Json) => Promise<Json>

/** The old sign-in of a back end, over hooks. */
export function oldAccounts(ask: Ask, sessions: OldSessions, references: SealedReferences): LegacyAccounts {
  const find = async (proof: Json) => {
    const answer = membersOf('old_session', await ask('old_session', proof), ['session'])
    const session = answer.objectOrNull('session', ['id', 'account_id'])
    if (!session) return null
    const [sessionId, accountId] = [session.text('id'), session.text('account_id')]
    return { accountId, sessionRef: references.seal({ sessionId, accountId }) }
  }
  const is = async (state: 'open' | 'fresh', sessionRef: string) => {
    const session = references.open(sessionRef)
    if (session === null) return false
    const data = { session_id: session.sessionId, account_id: session.accountId }
    const answer = await ask('old_session_state', data)
    return membersOf('old_session_state', answer, ['open', 'fresh']).flag(state)
  }
  return {
    authenticate: async (bearer) =>
      sessions.bearers ? find({ bearer: bearer.reveal(), cookies: {} }) : null,
    async authenticateBrowser({ headers }) {
      const cookies = cookiesOf(headers.get('cookie') ?? '', sessions.cookies)
      return cookies && find({ bearer: null, cookies })
    },
    isOpen: (sessionRef) => is('open', sessionRef),
    isFresh: (sessionRef) => is('fresh', sessionRef),
    async closeLegacyAccess(accountId, _tx, identity) {
      const answer = await ask('link', { account_id: accountId, identity: claimsOf(identity) })
      membersOf('link', answer, [])
    },
    async revoke(sessionRef) {
      const session = references.open(sessionRef)
      if (session === null) return
      membersOf('end_old_session', await ask('end_old_session', { session_id: session.sessionId }), [])
    },
  }
}

/**
 * The named cookies of a request. Null if it has none, or one of them twice: a neighbour below the same domain can add a
 * second one, and the back end might take the other one of them.
 */
function cookiesOf(header: string, names: readonly string[]): Record<string, string> | null {
  const pairs = header.split(';').flatMap((part) => {
    const [, name = '', value = ''] = /^\s*([^=\s]+)=(.*?)\s*$/.exec(part) ?? []
    return names.includes(name) ? [[name, value] as const] : []
  })
  const found = new Map(pairs)
  return found.size > 0 && found.size === pairs.length ? Object.fromEntries(found) : null
}

/** What the back end learns of a citizen. The identity service has verified the address, and never the phone number. */
export function claimsOf(identity: VerifiedIdentity): Json {
  const { issuer, subject, email, name, phoneNumber, locale, authenticatedAt } = identity
  return {
    ...{ issuer, subject, email, name },
    phone_number: phoneNumber,
    locale,
    authenticated_at: authenticatedAt?.toISOString() ?? null,
  }
}
