import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { preferIndexes } from '../platform/postgres/prefer-indexes.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { findStories, type LookedAt, lookAfter, type Story } from './invite-store.ts'

/** Who is invited. */
export interface Invited {
  /** Also whoever kept the password of the other system. */
  readonly withPassword: boolean
  /** Also whoever was invited before this instant. */
  readonly againBefore: UnixSeconds | undefined
}

/** Whether a citizen is to be invited; if not, why. `none`: it is nobody who is invited at all. */
export type Need = 'due' | 'invited' | 'suspended' | 'none'

/** So many are read at a time. */
const PAGE = 1_000

/** Looks through all accounts, in the order of their ids, and says which citizens are invited, or would be if they were not suspended or invited before. */
export async function* whoIsInvited(
  db: Database,
  whom: Invited,
): AsyncGenerator<{ readonly citizenId: string; readonly need: Need }> {
  for (let after: string | undefined = FIRST_UUID; after !== undefined; ) {
    const { accounts, stories } = await readPage(db, after, whom)
    for (const account of accounts)
      yield { citizenId: account.citizenId, need: needOf(account, stories.get(account.citizenId), whom) }
    after = accounts.at(-1)?.citizenId
  }
}

interface Page {
  readonly accounts: readonly LookedAt[]
  readonly stories: ReadonlyMap<string | null, Story>
}

function readPage(db: Database, after: string, whom: Invited): Promise<Page> {
  return db.transaction(async (tx) => {
    await preferIndexes(tx)
    const accounts = await lookAfter(tx, after, PAGE)
    const ids = accounts.filter((account) => mayBeInvited(account, whom)).map(({ citizenId }) => citizenId)
    return { accounts, stories: await findStories(tx, ids) }
  })
}

function mayBeInvited(
  { standing, password }: Omit<LookedAt, 'citizenId'>,
  { withPassword }: Invited,
): boolean {
  return standing !== 'closed' && (password === 'none' || (withPassword && password === 'brought'))
}

/** Whether a citizen is to be invited, by the account and by what the audit knows. */
export function needOf(account: Omit<LookedAt, 'citizenId'>, story: Story | undefined, whom: Invited): Need {
  if (!mayBeInvited(account, whom) || !story || story.broughtAt === null || story.hasCome) return 'none'
  if (isInvited(story, whom)) return 'invited'
  return account.standing === 'suspended' ? 'suspended' : 'due'
}

/** A letter that our own mail server never took has invited nobody. */
function isInvited({ invitedAt, unsentAt }: Story, { againBefore }: Invited): boolean {
  if (invitedAt === null || (unsentAt !== null && unsentAt > invitedAt)) return false
  return againBefore === undefined || invitedAt >= againBefore
}
