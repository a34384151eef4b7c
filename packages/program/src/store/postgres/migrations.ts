import { setTimeout as wait } from 'node:timers/promises'
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
import type { Statements } from '../statements/index.ts'
import { ownerToWrite } from '../store-owner.ts'
import { commonStatements, type Target } from './common-statements.ts'
import type { Connection } from './connection.ts'
import { fieldOf } from './error-fields.ts'

/** The migrations, one per entry, forward only. `sso` stands for the schema's name. */
export const MIGRATIONS: readonly string[] = [
  `create table sso.identities (
     issuer text not null, subject text not null, account_id text not null,
     via text not null check (via in ('provisioned', 'linked')), linked_at timestamptz not null,
     primary key (issuer, subject), unique (account_id, issuer));
   create table sso.pending (
     state_hash text primary key, sealed bytea not null, key_id text not null, challenge text not null,
     return_uri text not null, link_account_id text, link_session_ref text,
     created_at timestamptz not null, expires_at timestamptz not null, consumed_at timestamptz);
   create index pending_expires_at on sso.pending (expires_at);
   create table sso.handoffs (
     code_hash text primary key, challenge text not null, issuer text not null, subject text not null,
     link_account_id text, link_session_ref text, sealed bytea, key_id text not null,
     created_at timestamptz not null, expires_at timestamptz not null, consumed_at timestamptz,
     failures int not null default 0);
   create index handoffs_expires_at on sso.handoffs (expires_at);
   create table sso.sessions (
     id uuid primary key, account_id text not null, issuer text not null, subject text not null,
     created_at timestamptz not null, expires_at timestamptz not null, last_used_at timestamptz not null,
     refresh_hash text not null unique, generation int not null default 1,
     prev_refresh_hash text unique, prev_rotation_hash text, prev_rotated_at timestamptz,
     central_sealed bytea, central_key_id text not null, central_access_expires_at timestamptz not null,
     central_sid text not null, security_version bigint not null, central_checked_at timestamptz not null,
     lease_until timestamptz, fence bigint not null default 0, ended_at timestamptz, ended_cause text,
     check (expires_at <= created_at + interval '14 days'));
   create index sessions_account_id on sso.sessions (account_id) where ended_at is null;
   create index sessions_expires_at on sso.sessions (expires_at);
   create index sessions_ended_at on sso.sessions (ended_at) where ended_at is not null;
   create index sessions_central_checked_at on sso.sessions (central_checked_at) where ended_at is null;
   create table sso.access_tokens (
     access_hash text primary key, session_id uuid not null references sso.sessions on delete cascade,
     expires_at timestamptz not null);
   create index access_tokens_session_id on sso.access_tokens (session_id);
   create index access_tokens_expires_at on sso.access_tokens (expires_at);
   create table sso.spent_refresh (
     refresh_hash text primary key, session_id uuid not null references sso.sessions on delete cascade,
     spent_at timestamptz not null);
   create index spent_refresh_session_id on sso.spent_refresh (session_id);
   create unlogged table sso.throttle (key text primary key, window_start timestamptz not null, count int not null);
   create index throttle_window_start on sso.throttle (window_start);`,
  // A check then updates no indexed column, and pages have free space for the new version of a row. So PostgreSQL can
  // use a heap-only tuple (HOT).
  `drop index sso.sessions_central_checked_at;
   alter table sso.sessions set (fillfactor = 80);`,
  // Older code erases central tokens and does not know this list. It still runs.
  `create table sso.revocations (
     id bigint generated always as identity primary key,
     sealed_for text not null check (sealed_for in ('session', 'handoff', 'revocation')), sealed_for_id text not null,
     sealed bytea not null, key_id text not null, created_at timestamptz not null,
     next_try_at timestamptz not null, tries int not null default 0);
   create index revocations_next_try_at on sso.revocations (next_try_at);
   create table sso.housekeeping (task text primary key, held_until timestamptz not null, fence bigint not null);
   alter table sso.meta add column fits_from int;`,
  // The newest timeline that was written in each cluster that these rows have been in.
  `create table sso.timelines (
     system_identifier text primary key, timeline bigint not null, written_at timestamptz not null);`,
  // When the citizen signed in at the identity service, and the class of that sign-in. Null if nobody said it.
  `alter table sso.sessions add column authenticated_at timestamptz, add column acr text;`,
  `create table sso.tickets (
     ticket_hash text primary key, session_id uuid not null references sso.sessions on delete cascade,
     address_hash text, created_at timestamptz not null, expires_at timestamptz not null);
   create index tickets_session_id on sso.tickets (session_id);
   create index tickets_expires_at on sso.tickets (expires_at);`,
  // What browser and system a session was opened with. Null if nobody said it.
  `alter table sso.sessions add column device_browser text, add column device_system text, add column device_ip text;`,
  // The program that the schema belongs to. Null until a program that says its name has migrated it.
  `alter table sso.meta add column issuer text, add column client_id text;`,
  // Which callback consumed a state, and the word with which it was refused. Null if an earlier release did it.
  `alter table sso.pending add column consumed_by text, add column refusal text;`,
  // Forgetting an account reads and locks what is about it alone.
  `create index pending_link_account_id on sso.pending (link_account_id) where link_account_id is not null;
   create index handoffs_link_account_id on sso.handoffs (link_account_id) where link_account_id is not null;`,
]

/** The version that this code needs. */
export const NEEDED_VERSION = MIGRATIONS.length

/**
 * The oldest code that may run on the newest schema, as the version that the code needs. A migration that removes
 * something raises this number, one release after the code has stopped using it.
 */
const FITS_FROM = 1

/** Reads the version of the schema, and its owner. */
export async function schemaState<Tx>(common: Statements<Tx>, schema: string, tx?: Tx): Promise<SchemaState> {
  const [found] = await common.query(`select to_regclass($1)::text as name`, [`${schema}.meta`], tx)
  return typeof found?.['name'] === 'string' ? readMeta(common, tx) : NO_SCHEMA
}

/** How long a migration waits for a lock. Requests for the table wait behind it meanwhile. */
const LOCK_TIMEOUT = '1s'

/** The pauses before each further attempt. Then the requests that waited behind it go on. */
const PAUSES_MILLISECONDS = [250, 500, 1_000, 2_000, 4_000, 8_000]

/** PostgreSQL's lock_not_available, which lock_timeout causes, and deadlock_detected: by default it looks for one after the same second. */
const LOCKED = new Set(['55P03', '40P01'])

/**
 * Migrates the schema. If several instances try at the same time, one of them does it and the others wait. If somebody else
 * holds a lock, it tries again, later each time.
 */
export async function migrateSchema<Tx>(
  db: Connection<Tx>,
  schema: string,
  by: Migrating,
  pausesMilliseconds: readonly number[] = PAUSES_MILLISECONDS,
): Promise<Migrated> {
  for (const pause of pausesMilliseconds) {
    const migrated = await migrateOnce(db, schema, by).catch(unlessLocked)
    if (migrated) return migrated
    await wait(pause)
  }
  return migrateOnce(db, schema, by)
}

function unlessLocked(error: unknown): undefined {
  if (!LOCKED.has(fieldOf(error, 'code'))) throw error
}

function migrateOnce<Tx>(
  db: Connection<Tx>,
  schema: string,
  { program, options }: Migrating,
): Promise<Migrated> {
  return db.transaction(async (tx) => {
    await db.query(`select pg_advisory_xact_lock(hashtext($1))`, [`portico program ${schema}`], tx)
    const common = commonStatements(db, schema)
    const state = await schemaState(common, schema, tx)
    const owner = ownerToWrite(state.owner, program, options)
    const migrated = await migrateIn({ db, schema, common, tx }, state)
    if (owner) await writeOwner(common, owner, tx)
    return migrated
  })
}

interface Locked<Tx> extends Target<Tx> {
  readonly tx: Tx
}

async function migrateIn<Tx>({ db, schema, common, tx }: Locked<Tx>, state: SchemaState): Promise<Migrated> {
  const from = state.version
  if (fits(state, NEEDED_VERSION)) return unchanged(state, NEEDED_VERSION)
  if (from > NEEDED_VERSION) {
    throw new Error(
      `Schema ${schema} is at version ${from}, newer than this code (${NEEDED_VERSION}). Update @portico/program.`,
    )
  }
  await db.query(`select set_config('lock_timeout', $1, true)`, [LOCK_TIMEOUT], tx)
  if (from === 0) await createMeta(db, schema, tx)
  for (const step of MIGRATIONS.slice(from)) await db.query(step.replaceAll('sso.', `${schema}.`), [], tx)
  await writeVersion(common, { version: NEEDED_VERSION, fitsFrom: FITS_FROM }, tx)
  return { from, to: NEEDED_VERSION, isNewer: false }
}

async function createMeta<Tx>(db: Connection<Tx>, schema: string, tx: Tx): Promise<void> {
  // Even where there is one, "if not exists" needs the right to make schemas: a program may have a schema of its own without it.
  const [found] = await db.query(`select to_regnamespace($1) is null as missing`, [schema], tx)
  if (found?.['missing'] === true) await db.query(`create schema ${schema}`, [], tx)
  await db.query(`create table ${schema}.meta (version int not null)`, [], tx)
  await db.query(`insert into ${schema}.meta (version) values (0)`, [], tx)
}
