import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { INVITATION } from './letters.ts'

/** Any number that no other lock of this database has. */
const INVITATION_LOCK = 709_197_012

/** Makes this connection the one that invites, until it is closed. False where another one does. */
export async function lockInvitations(session: Database): Promise<boolean> {
  const [got] = await session.query<{ isMine: boolean }>`
    select pg_try_advisory_lock(${INVITATION_LOCK}) as "isMine"`
  return got?.isMine === true
}

/** What an account says about whether its citizen is invited. */
export interface LookedAt {
  readonly citizenId: string
  readonly standing: 'active' | 'suspended' | 'closed'
  /** `brought`: nobody has signed in with it here. */
  readonly password: 'none' | 'brought' | 'own'
}

/** The next accounts after an internal id, in the order of the ids. */
export function lookAfter(db: Database, after: string, most: number): Promise<readonly LookedAt[]> {
  return db.query<LookedAt>`
    select citizen_id as "citizenId", standing,
           case when password_hash = '' then 'none' when password_hash like '$foreign$%' then 'brought' else 'own' end as password
      from citizens where citizen_id > ${after} order by citizen_id limit ${most}`
}

/** What the audit knows of citizens who were brought. */
export interface Story {
  /** Null for events about nobody, which are not asked for. */
  readonly citizenId: string | null
  /** Null where the account was made here. */
  readonly broughtAt: UnixSeconds | null
  readonly invitedAt: UnixSeconds | null
  /** When an invitation became too old that no mail server was tried with. */
  readonly unsentAt: UnixSeconds | null
  /** Whether somebody has signed in, or chosen a password by mail. */
  readonly hasCome: boolean
}

/** What the audit knows of these citizens. Those of whom it knows nothing are left out. */
// excused: "filed_under = any(${ids}::text[]::uuid[])" because citizen_id says the same; this one names the servers where there are several.
// excused: "citizen_id = any(${ids}::text[]::uuid[])" because filed_under says the same; this one has the index.
export async function findStories(
  db: Database,
  citizenIds: readonly string[],
): Promise<ReadonlyMap<string | null, Story>> {
  const ids = arrayOf(citizenIds)
  const stories = await db.query<Story>`
    select citizen_id as "citizenId",
           extract(epoch from max(at) filter (where name = 'citizen-brought'))::bigint as "broughtAt",
           extract(epoch from max(at) filter (where name = 'citizen-invited'))::bigint as "invitedAt",
           extract(epoch from max(at) filter (where name = 'letter-given-up'))::bigint as "unsentAt",
           bool_or(name in ('signed-in', 'password-reset')) as "hasCome"
      from audit_events
     where filed_under = any(${ids}::text[]::uuid[]) and citizen_id = any(${ids}::text[]::uuid[])
       and (name in ('citizen-brought', 'citizen-invited', 'signed-in', 'password-reset')
            or name = 'letter-given-up' and details ->> 'kind' = ${INVITATION.name} and details ->> 'reason' = 'expired'
               and details ->> 'failed_attempts' = '0')
     group by citizen_id`
  return new Map(stories.map((story) => [story.citizenId, story]))
}

/** How many invitations were refused for good since then. */
export async function countRefused(db: Database, since: UnixSeconds): Promise<number> {
  const found = await firstRow(db.query<{ refused: number }>`
    select count(*) as refused from audit_events
     where name = 'letter-given-up' and at >= to_timestamp(${since}) and details ->> 'kind' = ${INVITATION.name}
       and details ->> 'reason' <> 'expired'`)
  return found?.refused ?? 0
}
