import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** The command and the console run on two machines. So the clock of the database, which is the same one for both, says when a code is over. */
export const LASTS_SECONDS = 60 * 60

/** A code that was made for an operator. */
export interface NewGlass {
  readonly glassId: string
  readonly citizenId: string
  readonly codeHash: Buffer
}

/** A code that can still be used, or whose session is open. */
export interface OpenGlass {
  readonly glassId: string
  readonly citizenId: string
  /** The operator's name. */
  readonly name: string
  readonly endsAt: UnixSeconds
  readonly isUsed: boolean
}

/** The browser and the network of a session. */
export interface GlassDevice {
  readonly browser: string
  readonly network: string
}

/** A session that a code has opened, as its operator is now. */
export interface GlassSession extends GlassDevice {
  readonly citizenId: string
  readonly name: string
  readonly role: string
  readonly addedAt: UnixSeconds
  readonly endsAt: UnixSeconds
}

/** Takes the lock under which codes are made and tried one after the other, so that tries at the same time are all counted. */
export async function lockGlass(tx: Database): Promise<void> {
  await tx.query`select pg_advisory_xact_lock(hashtext('portico break glass'))`
}

/** Stores a code. Whatever ends all access of the operator's account ends it, too. Returns when it ends. Citus accepts only immutable functions in RETURNING, and none behind INSERT … SELECT. */
export async function insertGlass(
  tx: Database,
  { glassId, citizenId, codeHash }: NewGlass,
): Promise<UnixSeconds | undefined> {
  const citizen = await firstRow(
    tx.query<{
      version: number
    }>`select security_version as version from citizens where citizen_id = ${citizenId}`,
  )
  if (!citizen) return undefined
  const made = await firstRow(tx.query<{ endsAt: UnixSeconds }>`
    insert into break_glass (citizen_id, glass_id, code_hash, security_version, made_at, ends_at)
    values (${citizenId}, ${glassId}, ${codeHash}, ${citizen.version}, now(), now() + make_interval(secs => ${LASTS_SECONDS}))
    returning extract(epoch from ends_at at time zone 'UTC')::bigint as "endsAt"`)
  return made?.endsAt
}

/** Ends every code, and with it the session that it has opened. True where one was open. */
// plan: a code is made when everything else has failed: the table has few rows.
export function endGlass(tx: Database): Promise<boolean> {
  return anyRow(tx.query`
    update break_glass set ends_at = now() where ends_at > now() returning glass_id`)
}

/** Finds the code that is open, of an operator whose account may sign in. */
// plan: a code is made when everything else has failed: the table has few rows.
export async function findOpenGlass(db: Database): Promise<OpenGlass | undefined> {
  return firstRow(db.query<OpenGlass>`
    select glass_id as "glassId", citizen_id as "citizenId", name,
           extract(epoch from ends_at)::bigint as "endsAt", used_at is not null as "isUsed"
      from break_glass join operators using (citizen_id) join citizens using (citizen_id, security_version)
      left join break_glass_uses using (citizen_id, glass_id)
     where ends_at > now() and ended_at is null and standing = 'active' and email_verified and added_at <= made_at
     order by ends_at desc limit 1`)
}

/**
 * Uses a code: a row that there can be one of. False for a wrong code. Through the view of the console the database itself compares the code's hash, which nobody reads there, and refuses
 * one that is over or was used (`tables.ts`).
 */
export function useGlass(
  tx: Database,
  glass: NewGlass & GlassDevice & { readonly sessionHash: Buffer },
): Promise<boolean> {
  const { citizenId, glassId, codeHash, sessionHash, browser, network } = glass
  return anyRow(tx.query`
    insert into break_glass_uses (citizen_id, glass_id, code_hash, session_hash, browser, network, used_at)
    values (${citizenId}, ${glassId}, ${codeHash}, ${sessionHash}, ${browser}, ${network}, now())
    returning glass_id`)
}

/** Finds the session with this hash, if it is open and its operator may enter. Each request of it asks. */
export async function findGlassSession(db: Database, sessionHash: Buffer): Promise<GlassSession | undefined> {
  return firstRow(db.query<GlassSession>`
    select citizen_id as "citizenId", name, role, extract(epoch from added_at)::bigint as "addedAt", browser, network,
           extract(epoch from ends_at)::bigint as "endsAt"
      from break_glass_uses join break_glass using (citizen_id, glass_id)
      join operators using (citizen_id) join citizens using (citizen_id, security_version)
     where session_hash = ${sessionHash} and ended_at is null and ends_at > now() and standing = 'active' and email_verified
       and added_at <= made_at`)
}

/** Ends a session. False where none was open. */
export function endGlassSession(db: Database, sessionHash: Buffer): Promise<boolean> {
  return anyRow(db.query`
    update break_glass_uses set ended_at = now() where session_hash = ${sessionHash} and ended_at is null
    returning glass_id`)
}

/** How many tries were refused since a code was made, of all networks and of this one. */
// excused: "break_glass.citizen_id = filed_under" because glass_id names one code; this one names the server where there are several.
// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "audit_events.citizen_id = ${citizenId}" because filed_under says the same; this one has the index.
export async function countRefused(
  db: Database,
  { citizenId, glassId }: Pick<OpenGlass, 'citizenId' | 'glassId'>,
  network: string,
): Promise<{ readonly all: number; readonly here: number }> {
  const counted = await firstRow(db.query<{ all: number; here: number }>`
    select count(*)::int as "all", (count(*) filter (where details ->> 'network' = ${network}))::int as here
      from audit_events join break_glass on break_glass.citizen_id = filed_under
     where filed_under = ${citizenId} and audit_events.citizen_id = ${citizenId} and glass_id = ${glassId} and at >= made_at
       and audit_events.name = 'break-glass-refused'`)
  return counted ?? { all: 0, here: 0 }
}

/** Deletes what there is about a citizen whose account is closed, in that transaction. */
export async function deleteGlassOf(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from break_glass_uses where citizen_id = ${citizenId}`
  await tx.query`delete from break_glass where citizen_id = ${citizenId}`
}
