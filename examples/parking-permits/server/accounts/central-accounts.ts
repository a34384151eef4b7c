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

/** How our accounts plug into the central sign-in. Nothing here looks at anything but name and address. */
export function centralAccounts(db: PgPoolLike, clock: Clock): AccountAdapter<Account, PgClientLike> {
  return {
    load: accountLoader(db),

    async provision({ name, email }, tx) {
      const id = randomUUID()
      await insertCentralAccount(tx, { id, name: name ?? email, email, createdAt: clock.now() })
      return { accountId: id }
    },

    // Also where an old account is connected: from then on it is called what the central account is called.
    onSignIn: (id, { name, email }, tx) => refreshContact(tx, { id, name: name ?? email, email }),

    // Nobody can open an old account with somebody else's address: whoever runs the program adds them, and stands for
    // the addresses. An account that is connected already cannot be what this citizen means.
    emailBelongsToLocalAccount: async (email) => (await findPassword(db, email.toLowerCase())) !== null,

    legacy: {
      authenticate: (bearer) => findOldSession(db, hashOldToken(bearer.reveal()), clock.now()),
      isOpen: (sessionRef, tx) => isOldSessionOpen(tx ?? db, sessionRef, clock.now()),
      // Connecting is for good: whoever found an old token somewhere must know the password, too.
      isFresh: (sessionRef) =>
        isOldSessionNewerThan(db, sessionRef, new Date(clock.now().getTime() - FRESH_MS)),
      // The password first: its row is what a sign-in that is under way waits for, or is waited for.
      async closeLegacyAccess(accountId, tx) {
        await removePassword(tx, accountId)
        await removeOldSessionsOf(tx, accountId)
      },
      revoke: (sessionRef) => removeOldSession(db, sessionRef),
    },
  }
}
