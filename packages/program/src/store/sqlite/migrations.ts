import {
  fits,
  type Migrated,
  type Migrating,
  NO_SCHEMA,
  readMeta,
  type SchemaState,
  unchanged,
  writeOwner,
  writeVersion,
} from '../schema-state.ts'
import type { Database, Statements } from '../statements/index.ts'
import { ownerToWrite } from '../store-owner.ts'
import type { SqliteTransaction } from './transaction.ts'

/**
 * The migrations, each a list of statements, forward only. Instants are milliseconds since 1970. There is no table of
 * timelines: a file has no replicas, so no older copy of it goes on beside it.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table sso_identities (
       issuer text not null, subject text not null, account_id text not null,
       via text not null check (via in ('provisioned', 'linked')), linked_at integer not null,
       primary key (issuer, subject), unique (account_id, issuer))`,
    `create table sso_pending (
       state_hash text primary key, sealed blob not null, key_id text not null, challenge text not null,
       return_uri text not null, link_account_id text, link_session_ref text,
       created_at integer not null, expires_at integer not null, consumed_at integer)`,
    `create index sso_pending_expires_at on sso_pending (expires_at)`,
    `create table sso_handoffs (
       code_hash text primary key, challenge text not null, issuer text not null, subject text not null,
       link_account_id text, link_session_ref text, sealed blob, key_id text not null,
       created_at integer not null, expires_at integer not null, consumed_at integer,
       failures integer not null default 0)`,
    `create index sso_handoffs_expires_at on sso_handoffs (expires_at)`,
    `create table sso_sessions (
       id text primary key, account_id text not null, issuer text not null, subject text not null,
       created_at integer not null, expires_at integer not null, last_used_at integer not null,
       refresh_hash text not null unique, generation integer not null default 1,
       prev_refresh_hash text unique, prev_rotation_hash text, prev_rotated_at integer,
       central_sealed blob, central_key_id text not null, central_access_expires_at integer not null,
       central_sid text not null, security_version integer not null, central_checked_at integer not null,
       lease_until integer, fence integer not null default 0, ended_at integer, ended_cause text,
       check (expires_at <= created_at + 1209600000))`,
    `create index sso_sessions_account_id on sso_sessions (account_id) where ended_at is null`,
    `create index sso_sessions_expires_at on sso_sessions (expires_at) where ended_at is null`,
    `create index sso_sessions_ended_at on sso_sessions (ended_at) where ended_at is not null`,
    `create table sso_access_tokens (
       access_hash text primary key, session_id text not null references sso_sessions on delete cascade,
       expires_at integer not null)`,
    `create index sso_access_tokens_session_id on sso_access_tokens (session_id)`,
    `create index sso_access_tokens_expires_at on sso_access_tokens (expires_at)`,
    `create table sso_spent_refresh (
       refresh_hash text primary key, session_id text not null references sso_sessions on delete cascade,
       spent_at integer not null)`,
    `create index sso_spent_refresh_session_id on sso_spent_refresh (session_id)`,
    `create table sso_throttle (key text primary key, window_start integer not null, count integer not null)`,
    `create index sso_throttle_window_start on sso_throttle (window_start)`,
    `create table sso_revocations (
       id text primary key, sealed_for text not null check (sealed_for in ('session', 'handoff', 'revocation')),
       sealed_for_id text not null, sealed blob not null, key_id text not null, created_at integer not null,
       next_try_at integer not null, tries integer not null default 0)`,
    `create index sso_revocations_next_try_at on sso_revocations (next_try_at)`,
    `create table sso_housekeeping (task text primary key, held_until integer not null, fence integer not null)`,
  ],
  // When the citizen signed in at the identity service, and the class of that sign-in. Null if nobody said it.
  [
    `alter table sso_sessions add column authenticated_at integer`,
    `alter table sso_sessions add column acr text`,
  ],
  [
    `create table sso_tickets (
       ticket_hash text primary key, session_id text not null references sso_sessions on delete cascade,
       address_hash text, created_at integer not null, expires_at integer not null)`,
    `create index sso_tickets_session_id on sso_tickets (session_id)`,
    `create index sso_tickets_expires_at on sso_tickets (expires_at)`,
  ],
  // What browser and system a session was opened with. Null if nobody said it.
  [
    `alter table sso_sessions add column device_browser text`,
    `alter table sso_sessions add column device_system text`,
    `alter table sso_sessions add column device_ip text`,
  ],
  // The program that the tables belong to. Null until a program that says its name has migrated them.
  [`alter table sso_meta add column issuer text`, `alter table sso_meta add column client_id text`],
  // Which callback consumed a state, and the word with which it was refused. Null if an earlier release did it.
  [`alter table sso_pending add column consumed_by text`, `alter table sso_pending add column refusal text`],
  // Forgetting an account reads what is about it alone.
  [
    `create index sso_pending_link_account_id on sso_pending (link_account_id) where link_account_id is not null`,
    `create index sso_handoffs_link_account_id on sso_handoffs (link_account_id) where link_account_id is not null`,
  ],
]

/** The version that this code needs. */
export const NEEDED_VERSION = MIGRATIONS.length

/**
 * The oldest code that may run on the newest schema, as the version that the code needs. A migration that removes
 * something raises this number, one release after the code has stopped using it.
 */
const FITS_FROM = 1

/** Reads the version of the schema, and its owner. */
export async function schemaState(
  db: Statements<SqliteTransaction>,
  tx?: SqliteTransaction,
): Promise<SchemaState> {
  const tables = await db.query(`select 1 from pragma_table_info('sso_meta')`, [], tx)
  if (tables.length === 0) return NO_SCHEMA
  return readMeta(db, tx)
}

type Connection = Database<SqliteTransaction>

/** Migrates the schema. If several processes try at the same time, one of them does it and the others wait. */
export async function migrateSchema(
  db: Connection,
  file: string,
  { program, options }: Migrating,
): Promise<Migrated> {
  // A schema that fits needs no lock. A file that cannot be read is made by the transaction, which also says why not.
  const before = await schemaState(db).catch(() => null)
  if (before && fits(before, NEEDED_VERSION) && !ownerToWrite(before.owner, program, options))
    return unchanged(before, NEEDED_VERSION)
  return db.transaction(async (tx) => {
    const state = await schemaState(db, tx)
    const owner = ownerToWrite(state.owner, program, options)
    const migrated = await migrateIn({ db, tx, file }, state)
    if (owner) await writeOwner(db, owner, tx)
    return migrated
  })
}

interface Locked {
  readonly db: Connection
  readonly tx: SqliteTransaction
  readonly file: string
}

async function migrateIn({ db, tx, file }: Locked, state: SchemaState): Promise<Migrated> {
  if (fits(state, NEEDED_VERSION)) return unchanged(state, NEEDED_VERSION)
  if (state.version > NEEDED_VERSION) {
    throw new Error(
      `The schema in ${file} is at version ${state.version}, newer than this code (${NEEDED_VERSION}). Update @portico/program.`,
    )
  }
  if (state.version === 0) await createMeta(db, tx)
  for (const statement of MIGRATIONS.slice(state.version).flat()) await db.query(statement, [], tx)
  await writeVersion(db, { version: NEEDED_VERSION, fitsFrom: FITS_FROM }, tx)
  return { from: state.version, to: NEEDED_VERSION, isNewer: false }
}

async function createMeta(db: Connection, tx: SqliteTransaction): Promise<void> {
  await db.query(`create table sso_meta (version integer not null, fits_from integer not null)`, [], tx)
  await db.execute(`insert into sso_meta (version, fits_from) values (0, 0)`, [], tx)
}
