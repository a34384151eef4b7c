import type { AccountAdapter, Clock, ProgramEvent } from '@portico/program'
import { HookFailed } from './hook-failed.ts'
import type { HookName } from './hook-names.ts'
import { type Ask, claimsOf, type OldSessions, oldAccounts } from './old-accounts.ts'
import { createPause } from './pause.ts'
import { type Json, wrong } from './read-answer.ts'
import { membersOf } from './read-members.ts'
import { rememberLoads } from './remembered-loads.ts'
import { sealedReferences } from './sealed-reference.ts'
import { type HookTarget, sendHook } from './send-hook.ts'

/** An account of the back end, as its hook `load` answers it. */
export interface HookedAccount {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

/** What accounts over hooks need. */
export interface HookedNeeds {
  readonly target: HookTarget
  /** How long a guarded request may use an account that was loaded before. */
  readonly keepMs: number
  /** Null if the program has no accounts from before. */
  readonly oldSessions: OldSessions | null
  readonly clock: Pick<Clock, 'now'>
  readonly fetch: typeof globalThis.fetch
  /** A new id for each message. */
  newId(): string
}

/** Accounts over hooks. */
export interface HookedAccounts {
  readonly accounts: AccountAdapter<HookedAccount>
  /** Tells the back end of a link that was removed. It never rejects with a refusal that the gate could answer. */
  tell(event: ProgramEvent): Promise<void>
}

/**
 * Makes the accounts of a back end that is no part of this process. The hooks of a sign-in run before its transaction
 * commits, so any of them may be repeated: the same issuer and subject must bring the same account.
 */
export function hookedAccounts(needs: HookedNeeds): HookedAccounts {
  const unlessAway = createPause(needs.clock)
  const send = (hook: HookName, data: Json) => unlessAway(hook, () => sendHook(needs, hook, data))
  const ask: Ask = async (hook, data) => {
    const answer = await send(hook, data)
    if (answer) return answer
    throw new HookFailed(hook, { saw: 'the back end answered 501', fix: 'this hook is needed: write it' })
  }
  const notify = async (hook: HookName, data: Json) => {
    const answer = await send(hook, data)
    if (answer) membersOf(hook, answer, [])
  }
  const load = (accountId: string) => loadOver(ask, accountId)
  const remembered = rememberLoads(load, needs)
  const { oldSessions, target } = needs
  return {
    accounts: {
      load: (accountId, tx) => (tx === undefined ? remembered.load(accountId) : load(accountId)),
      provision: (identity) => provisionOver(ask, claimsOf(identity)),
      // Without accounts from before, an address belongs to nobody who signs in another way.
      emailBelongsToLocalAccount: async (email, { issuer, subject }) =>
        oldSessions !== null && isTaken(ask, { email, issuer, subject }),
      async onSignIn(accountId, identity) {
        await notify('signed_in', { account_id: accountId, identity: claimsOf(identity) })
        remembered.drop(accountId)
      },
      ...(oldSessions && { legacy: oldAccounts(ask, oldSessions, sealedReferences(target.secrets)) }),
    },
    async tell(event) {
      if (event.type !== 'forgotten') return
      remembered.drop(event.accountId)
      await notify('forgotten', { account_id: event.accountId })
    },
  }
}

async function loadOver(ask: Ask, accountId: string): Promise<HookedAccount | null> {
  const answer = membersOf('load', await ask('load', { account_id: accountId }), ['account'])
  const account = answer.objectOrNull('account', ['id', 'name', 'email'])
  if (!account) return null
  if (account.text('id') !== accountId) throw wrong('load', 'account.id is another id than account_id')
  return { id: accountId, name: account.textOrNull('name'), email: account.textOrNull('email') }
}

/** An account that cannot be loaded would end the new session at once, and the citizen would sign in for ever. */
async function provisionOver(ask: Ask, identity: Json): Promise<{ accountId: string }> {
  const answer = membersOf('provision', await ask('provision', { identity }), ['account_id'])
  const accountId = answer.text('account_id')
  if (await loadOver(ask, accountId)) return { accountId }
  throw wrong('provision', 'the account that it answered does not exist for the hook load')
}

async function isTaken(ask: Ask, data: Json): Promise<boolean> {
  return membersOf('email_taken', await ask('email_taken', data), ['taken']).flag('taken')
}
