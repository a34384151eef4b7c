import { type AuditOrigin, appendEvent, appendRepeated, type ByOperator } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { OPERATOR_EVENTS } from './events.ts'

/** How many looks an operator has within an hour, and which commands count as one. */
export interface LookBound {
  readonly perHour: number
  readonly commands: readonly string[]
  /** `citizen`: somebody who was looked at several times within the hour counts once, and a program counts nothing. `look`: each look counts. */
  readonly per: 'citizen' | 'look'
  /** The command that searches: a search that finds nobody counts half. */
  readonly search?: string
}

/** Counts the looks that there were. */
interface CountsLooks {
  readonly onLook?: (bound: LookBound) => void
}

/** Why a look is refused. `busy`: the operator has another one under way. */
export interface LookRefusal {
  readonly because: 'spent' | 'busy'
  readonly retryAfterSeconds: number
}

/** There were as many looks as there may be. What was done is rolled back. */
class LooksSpent extends Error {
  override readonly name = 'LooksSpent'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`The next look is in ${retryAfterSeconds} seconds`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Does something that shows a citizen, unless the operator has had as many looks within an hour as there may be. An operator has one look at a time, so that many at once are counted, too; the others are
 * refused and do not wait, because each would hold a connection. Hours are counted by the clock of the database, which also dates the events of the console. What is done writes its event itself, with this database:
 * whom it is about is known afterwards, and what is one too many is rolled back and shown to nobody.
 */
export async function withinLooks<Value>(
  { db, by, onLook }: Pick<Basics, 'db'> & ByOperator & CountsLooks,
  bound: LookBound,
  look: (tx: Database) => Promise<Value>,
): Promise<Result<Value, LookRefusal>> {
  try {
    return await db.transaction(async (tx) => {
      if (!(await isAlone(tx, by.operator))) return refused({ because: 'busy', retryAfterSeconds: 1 })
      const seen = await look(tx)
      const seconds = await secondsUntilLook(tx, by.operator, bound)
      if (seconds !== undefined) throw new LooksSpent(seconds)
      onLook?.(bound)
      return accepted(seen)
    })
  } catch (error) {
    if (!(error instanceof LooksSpent)) throw error
    return refused({ because: 'spent', retryAfterSeconds: error.retryAfterSeconds })
  }
}

function isAlone(tx: Database, operator: string): Promise<boolean> {
  return anyRow(tx.query`
    select 1 where pg_try_advisory_xact_lock(hashtext(${`portico looks of ${operator}`}))`)
}

/** After how many seconds there may be as many looks as there were with the newest one. Undefined where there may be now. */
async function secondsUntilLook(
  db: Database,
  operator: string,
  { perHour, commands, per, search = '' }: LookBound,
): Promise<number | undefined> {
  const found = await firstRow(db.query<{ seconds: number }>`
    with looked as (
      select at, case when ${per} = 'citizen' then coalesce(citizen_id, event_id) else event_id end as counted,
             case when citizen_id is null and details ->> 'command' = ${search} then 0.5 else 1 end as weight
        from audit_events
       where operator = ${operator} and at > now() - interval '1 hour' and at <= now() + interval '1 minute' and name = 'operator-looked'
         and details ->> 'command' = any (${arrayOf(commands)}::text[]) and (${per} = 'look' or client_id is null)
    ), counted as (
      select max(at) as at, max(weight) as weight from looked group by counted
    ), summed as (
      select at, sum(weight) over (order by at desc rows unbounded preceding) as looks from counted
    )
    select greatest(1, ceil(extract(epoch from at + interval '1 hour' - now())))::int as seconds
      from summed where looks > ${perHour} order by looks limit 1`)
  return found?.seconds
}

/** What the console refused, to whom, and why. */
export interface RefusedLook {
  readonly origin: AuditOrigin
  readonly citizenId: string | undefined
  readonly because:
    | 'no-operator'
    | 'role'
    | 'elsewhere'
    | 'new-key'
    | 'wrong-key'
    | 'too-many-looks'
    | 'break-glass'
    | 'no-such-act'
    | 'no-such-order'
    | 'cross-site'
  readonly page: string
  /** The act that was tried. */
  readonly act?: string | undefined
  /** The subject of the account that it was tried on. */
  readonly subject?: string | undefined
}

/** A site of somebody else repeats a link or a form without its operator, so it leaves the room of what the operator tries. */
const OWN_NAMES: Readonly<
  Partial<Record<RefusedLook['because'], 'console-looks-spent' | 'console-form-refused'>>
> = {
  'too-many-looks': 'console-looks-spent',
  'cross-site': 'console-form-refused',
}

/** What an hour has so many of: each reason by itself, and what a role does not reach by its page and act. Of these there are few; whatever else was asked for has as many names as somebody thinks of. */
function roomOf({ because, page, act }: RefusedLook): Readonly<Record<string, string>> {
  return because === 'role' ? { because, page, ...(act !== undefined && { act }) } : { because }
}

/**
 * Writes that the console refused somebody who was signed in. Whoever repeats it is written some times an hour; a sign-in that was used elsewhere is over by
 * it, and always written. Each reason is counted by itself, and each page and act that a role does not reach, so that nobody fills the hour with one and tries the other in silence.
 */
export async function recordConsoleRefusal(needs: Basics, refusal: RefusedLook): Promise<void> {
  const { origin, citizenId, because, page, act, subject } = refusal
  const name = OWN_NAMES[because] ?? 'console-refused'
  const event = {
    name,
    origin,
    details: { because, page, ...(act !== undefined && { act }), ...(subject !== undefined && { subject }) },
    ...(citizenId !== undefined && { citizenId }),
  } as const
  const bound = { ...OPERATOR_EVENTS[name].bound, having: roomOf(refusal) }
  if (origin.actor === 'operator' && citizenId === undefined) {
    if (await hasRoomFor(needs.db, origin.operator, { name, ...bound })) await appendEvent(needs, event)
  } else if (because === 'elsewhere') await appendEvent(needs, event)
  else await appendRepeated(needs, event, bound)
}

/** Events of one name, of which an hour has so many with these details. */
interface OperatorsHour {
  readonly name: string
  readonly perHour: number
  readonly having: Readonly<Record<string, string>>
}

/** Whether the last hour of an operator who is no citizen, such as a machine, has room for another one of these events. */
async function hasRoomFor(
  db: Database,
  operator: string,
  { name, perHour, having }: OperatorsHour,
): Promise<boolean> {
  const full = await anyRow(db.query`
    select 1 from audit_events
     where operator = ${operator} and at > now() - interval '1 hour' and name = ${name}
       and details @> ${JSON.stringify(having)}::text::jsonb
     order by audit_events.at desc offset ${perHour - 1} limit 1`)
  return !full
}
