import { randomUUID } from 'node:crypto'
import type { AccountAdapter } from '@portico/program'
import type { PgClientLike, PgPoolLike } from '@portico/program/postgres'
import {
  findOldSession,
  isOldSessionNewerThan,
  isOldSessionOpen,
  removeOldSession,
  removeOldSessionsOf,
} from '../old-accounts/old-session-store.ts'
import { hashOldToken } from '../old-accounts/old-token.ts'
import type { Clock } from '../platform/system-clock.ts'
import type { Account } from './account.ts'
import {
  accountLoader,
  findPassword,
  insertCentralAccount,
  refreshContact,
  removePassword,
} from './account-store.ts'

const FRESH_MS = 300_000

/** Connects our accounts to the central sign-in. Of the identity, only name, address and language are used. */
export function centralAccounts(db: PgPoolLike, clock: Clock): AccountAdapter<Account, PgClientLike> {
  return {
    load: accountLoader(db),

    async provision({ name, email, locale: language }, tx) {
      const id = randomUUID()
      await insertCentralAccount(tx, { id, name: name ?? email, email, language, createdAt: clock.now() })
      return { accountId: id }
    },

    // A link calls it, too. From then on, the account has the name of the central account.
    onSignIn: (id, { name, email, locale: language }, tx) =>
      refreshContact(tx, { id, name: name ?? email, email, language }),

    // Only the operator adds old accounts, and checks their addresses. A linked account belongs to another
    // citizen.
    emailBelongsToLocalAccount: async (email) => (await findPassword(db, email.toLowerCase())) !== null,

    legacy: {
      authenticate: (bearer) => findOldSession(db, hashOldToken(bearer.reveal()), clock.now()),
      isOpen: (sessionRef, tx) => isOldSessionOpen(tx ?? db, sessionRef, clock.now()),
      // A link is permanent. So a stolen old token is not enough: the password must have been entered a moment ago.
      isFresh: (sessionRef) =>
        isOldSessionNewerThan(db, sessionRef, new Date(clock.now().getTime() - FRESH_MS)),
      // The password must go first. A sign-in that runs at the same time locks the same row.
      async closeLegacyAccess(accountId, tx) {
        await removePassword(tx, accountId)
        await removeOldSessionsOf(tx, accountId)
      },
      revoke: (sessionRef) => removeOldSession(db, sessionRef),
    },
  }
}
