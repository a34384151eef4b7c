/**
 * The migrations, each a list of statements, forward only. Text is in binary columns, so that values are equal only if
 * all their bytes are. Instants are milliseconds since 1970, so that no time zone of a connection changes them. A
 * statement of the server that changes the schema commits by itself. So a migration that was stopped is repeated from
 * its first statement, and what was done before is passed over.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table sso_identities (
       issuer varbinary(512) not null, subject varbinary(512) not null, account_id varbinary(512) not null,
       via varbinary(16) not null check (via in ('provisioned', 'linked')), linked_at bigint not null,
       primary key (issuer, subject), unique (account_id, issuer))`,
    `create table sso_pending (
       state_hash varbinary(64) primary key, sealed mediumblob not null, key_id varbinary(255) not null,
       challenge varbinary(255) not null, return_uri blob not null, link_account_id varbinary(512),
       link_session_ref blob, created_at bigint not null, expires_at bigint not null, consumed_at bigint)`,
    `create index sso_pending_expires_at on sso_pending (expires_at)`,
    `create index sso_pending_link_account_id on sso_pending (link_account_id)`,
    `create table sso_handoffs (
       code_hash varbinary(64) primary key, challenge varbinary(255) not null, issuer varbinary(512) not null,
       subject varbinary(512) not null, link_account_id varbinary(512), link_session_ref blob, sealed mediumblob,
       key_id varbinary(255) not null, created_at bigint not null, expires_at bigint not null, consumed_at bigint,
       failures int not null default 0)`,
    `create index sso_handoffs_expires_at on sso_handoffs (expires_at)`,
    `create index sso_handoffs_link_account_id on sso_handoffs (link_account_id)`,
    `create table sso_sessions (
       id varbinary(36) primary key, account_id varbinary(512) not null, issuer varbinary(512) not null,
       subject varbinary(512) not null, created_at bigint not null, expires_at bigint not null,
       last_used_at bigint not null, refresh_hash varbinary(64) not null unique, generation int not null default 1,
       prev_refresh_hash varbinary(64) unique, prev_rotation_hash varbinary(64), prev_rotated_at bigint,
       central_sealed mediumblob, central_key_id varbinary(255) not null, central_access_expires_at bigint not null,
       central_sid varbinary(512) not null, security_version bigint not null, central_checked_at bigint not null,
       lease_until bigint, fence bigint not null default 0, ended_at bigint, ended_cause varbinary(64),
       check (expires_at <= created_at + 1209600000))`,
    `create index sso_sessions_account_id on sso_sessions (account_id)`,
    `create index sso_sessions_expires_at on sso_sessions (expires_at)`,
    `create index sso_sessions_ended_at on sso_sessions (ended_at)`,
    `create table sso_access_tokens (
       access_hash varbinary(64) primary key, session_id varbinary(36) not null, expires_at bigint not null,
       foreign key (session_id) references sso_sessions (id) on delete cascade)`,
    `create index sso_access_tokens_expires_at on sso_access_tokens (expires_at)`,
    `create table sso_spent_refresh (
       refresh_hash varbinary(64) primary key, session_id varbinary(36) not null, spent_at bigint not null,
       foreign key (session_id) references sso_sessions (id) on delete cascade)`,
    `create table sso_throttle (name varbinary(255) primary key, window_start bigint not null, hits int not null)`,
    `create index sso_throttle_window_start on sso_throttle (window_start)`,
    `create table sso_revocations (
       id varbinary(36) primary key, sealed_for varbinary(16) not null
         check (sealed_for in ('session', 'handoff', 'revocation')),
       sealed_for_id varbinary(64) not null, sealed mediumblob not null, key_id varbinary(255) not null,
       created_at bigint not null, next_try_at bigint not null, tries int not null default 0)`,
    `create index sso_revocations_next_try_at on sso_revocations (next_try_at)`,
    `create table sso_housekeeping (task varbinary(16) primary key, held_until bigint not null, fence bigint not null)`,
  ],
  // When the citizen signed in at the identity service, and the class of that sign-in. Null if nobody said it.
  [`alter table sso_sessions add column authenticated_at bigint, add column acr varbinary(255)`],
  [
    `create table sso_tickets (
       ticket_hash varbinary(64) primary key, session_id varbinary(36) not null, address_hash varbinary(64),
       created_at bigint not null, expires_at bigint not null,
       foreign key (session_id) references sso_sessions (id) on delete cascade)`,
    `create index sso_tickets_expires_at on sso_tickets (expires_at)`,
  ],
  // What browser and system a session was opened with. Null if nobody said it.
  [
    `alter table sso_sessions add column device_browser varbinary(64), add column device_system varbinary(64),
       add column device_ip varbinary(64)`,
  ],
  // The program that the tables belong to. Null until a program that says its name has migrated them.
  [`alter table sso_meta add column issuer varbinary(512), add column client_id varbinary(512)`],
  // Which callback consumed a state, and the word with which it was refused. Null if an earlier release did it.
  [`alter table sso_pending add column consumed_by varbinary(64), add column refusal varbinary(64)`],
  // Forgetting an account reads and locks what is about it alone. Without an index, InnoDB locks every row that it reads.
  [
    `create index sso_pending_link_account_id on sso_pending (link_account_id)`,
    `create index sso_handoffs_link_account_id on sso_handoffs (link_account_id)`,
  ],
]

/** The version that this code needs. */
export const NEEDED_VERSION = MIGRATIONS.length

/**
 * The oldest code that may run on the newest schema, as the version that the code needs. A migration that removes
 * something raises this number, one release after the code has stopped using it.
 */
export const FITS_FROM = 1
