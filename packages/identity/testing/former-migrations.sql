-- The thirty migrations that the baseline took the place of, each under its name. Tests make databases of development versions with them.

-- file: 0001-citizens.sql
-- Who a citizen is. Every row about a citizen sits under citizen_id, an internal random id that no program ever
-- sees; the subject is what programs see. No foreign keys: the same schema spreads over a distributed PostgreSQL.

create table citizens (
  citizen_id          uuid        not null primary key,
  subject             uuid        not null,
  email               text        not null,
  email_verified      boolean     not null,
  full_name           text        not null,
  phone_number        text        not null,
  standing            text        not null check (standing in ('active', 'suspended', 'closed')),
  security_version    integer     not null,
  password_hash       text        not null,
  password_changed_at timestamptz not null,
  created_at          timestamptz not null
);
create index citizens_by_subject on citizens (subject);

-- Who owns an address. The primary key decides every race for it.
create table login_emails (
  email      text not null primary key,
  citizen_id uuid not null
);

-- A registration is not an account: it waits here, under its link, until a password is set.
create table registrations (
  citizen_id   uuid        not null,
  link_hash    bytea       not null,
  email        text        not null,
  full_name    text        not null,
  phone_number text        not null,
  language     text        not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (citizen_id, link_hash)
);
create index registrations_by_expiry on registrations (expires_at);

-- A link to a new password. It dies with the security version that it was born under.
create table recovery_links (
  citizen_id       uuid        not null,
  link_hash        bytea       not null,
  security_version integer     not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (citizen_id, link_hash)
);
create index recovery_links_by_expiry on recovery_links (expires_at);

-- A link that proves the address of an account anew.
create table verification_links (
  citizen_id       uuid        not null,
  link_hash        bytea       not null,
  security_version integer     not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (citizen_id, link_hash)
);
create index verification_links_by_expiry on verification_links (expires_at);

-- file: 0002-sessions.sql
-- A browser that is signed in. session_id is the `sid` that programs see; the cookie is kept as its hash alone.
create table sessions (
  citizen_id       uuid        not null,
  session_id       uuid        not null,
  cookie_hash      bytea       not null,
  security_version integer     not null,
  user_agent       text        not null,
  address          text        not null,
  started_at       timestamptz not null,
  authenticated_at timestamptz not null,
  last_seen_at     timestamptz not null,
  expires_at       timestamptz not null,
  ended_at         timestamptz,
  primary key (citizen_id, session_id)
);
create unique index sessions_by_cookie on sessions (citizen_id, cookie_hash);
create index sessions_by_expiry on sessions ((expires_at at time zone 'UTC'));

-- Browsers that have signed in to an account before: they are not announced by mail again, and guessing from
-- elsewhere does not slow them down.
create table known_devices (
  citizen_id    uuid        not null,
  device_hash   bytea       not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (citizen_id, device_hash)
);
create index known_devices_by_last_seen on known_devices (last_seen_at);

-- file: 0003-clients.sql
-- Registered programs. Small, and read by every process; revision rises with every change, so that a process
-- that remembers a client notices in the same statement that answers a request.
create table clients (
  client_id                     text        not null primary key,
  name                          text        not null,
  redirect_uris                 text[]      not null,
  scope                         text        not null,
  confirmation                  text        not null check (confirmation in ('first-time', 'skip-first-time')),
  token_limit_per_minute        integer,
  introspection_limit_per_minute integer,
  revision                      integer     not null,
  created_at                    timestamptz not null,
  disabled_at                   timestamptz
);

create table client_secrets (
  client_id    text        not null,
  secret_id    text        not null,
  label        text        not null,
  secret_hash  bytea       not null,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  primary key (client_id, secret_id)
);

-- file: 0004-tokens.sql
-- Indexes by expiry serve cleaning up alone. They are on an expression, so that no statement of a hot path, which asks by
-- primary key and compares the expiry, can ever be planned through them.

-- One sign-in of one citizen through one browser session at one client; codes and tokens belong to it.
create table grants (
  citizen_id       uuid        not null,
  grant_id         uuid        not null,
  client_id        text        not null,
  session_id       uuid        not null,
  security_version integer     not null,
  scope            text        not null,
  authenticated_at timestamptz not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  ended_at         timestamptz,
  end_cause        text,
  primary key (citizen_id, grant_id)
);
create index grants_by_expiry on grants ((expires_at at time zone 'UTC'));

-- What a citizen has allowed a program; ending the connection removes the row.
create table connections (
  citizen_id       uuid        not null,
  client_id        text        not null,
  scope            text        not null,
  connected_at     timestamptz not null,
  last_entered_at  timestamptz not null,
  primary key (citizen_id, client_id)
);

create table authorization_codes (
  citizen_id       uuid        not null,
  code_hash        bytea       not null,
  grant_id         uuid        not null,
  client_id        text        not null,
  session_id       uuid        not null,
  security_version integer     not null,
  redirect_uri     text        not null,
  code_challenge   text        not null,
  nonce            text        not null,
  scope            text        not null,
  authenticated_at timestamptz not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  spent_at         timestamptz,
  wrong_verifiers  integer     not null default 0,
  primary key (citizen_id, code_hash)
);
create index authorization_codes_by_expiry on authorization_codes ((expires_at at time zone 'UTC'));

create table access_tokens (
  citizen_id uuid        not null,
  token_hash bytea       not null,
  grant_id   uuid        not null,
  client_id  text        not null,
  scope      text        not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  primary key (citizen_id, token_hash)
);
create index access_tokens_by_expiry on access_tokens ((expires_at at time zone 'UTC'));

create table refresh_tokens (
  citizen_id uuid        not null,
  token_hash bytea       not null,
  grant_id   uuid        not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  spent_at   timestamptz,
  primary key (citizen_id, token_hash)
);
-- At most one live refresh token per grant, whatever races.
create unique index refresh_tokens_one_live on refresh_tokens (citizen_id, grant_id) where spent_at is null;
create index refresh_tokens_by_expiry on refresh_tokens ((expires_at at time zone 'UTC'));

-- file: 0005-signing-keys.sql
-- Keys that sign ID tokens. The private half is sealed with PORTICO_SECRET_KEY. What a key does at an instant
-- follows from signs_from of this key and of its successors; published_until is set by an emergency rotation.
create table signing_keys (
  kid             text        not null primary key,
  public_jwk      jsonb       not null,
  sealed_private  bytea       not null,
  created_at      timestamptz not null,
  signs_from      timestamptz not null,
  published_until timestamptz
);

-- file: 0006-mail.sql
-- Letters that wait to be sent, written in the transaction that made them due. The content is sealed, because it
-- holds a link; a row goes when its letter has been taken by the mail server or is not worth sending any more.
create table outbox (
  message_id      uuid        not null primary key,
  kind            text        not null,
  recipient       text        not null,
  sealed_content  bytea       not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null
);
create index outbox_by_next_attempt on outbox (next_attempt_at);

-- file: 0007-limits.sql
-- Counters of requests. Unlogged: losing them in a crash costs a citizen nothing.
create unlogged table rate_counters (
  counter      text        not null primary key,
  spent        integer     not null,
  window_ends_at timestamptz not null
);
create index rate_counters_by_end on rate_counters (window_ends_at);

-- Failed attempts to sign in, per account and place.
create unlogged table sign_in_failures (
  attempt_key   bytea       not null primary key,
  failures      integer     not null,
  blocked_until timestamptz not null,
  forget_at     timestamptz not null
);
create index sign_in_failures_by_forget on sign_in_failures (forget_at);

-- file: 0008-audit.sql
-- What happened, append-only. Names come from a closed catalogue; details never hold a secret.
create table audit_events (
  event_id   uuid        not null primary key,
  at         timestamptz not null,
  name       text        not null,
  citizen_id uuid,
  client_id  text,
  session_id uuid,
  address    text,
  request_id text,
  actor      text        not null,
  details    jsonb       not null
);
create index audit_events_by_time on audit_events (at, event_id);
create index audit_events_by_citizen on audit_events (citizen_id, at) where citizen_id is not null;

-- file: 0009-living-tokens.sql
-- A grant holds its one living refresh token, and an access token says by itself what it hangs on. So a rotation changes
-- one row and adds one, and a look at an access token reads two: the token and its citizen. The tokens of before are
-- over: their bearers sign in again.
drop table refresh_tokens;
delete from access_tokens;

-- The hash of the living refresh token; null where the program has none.
alter table grants add column refresh_hash bytea;
-- Room on each page for the next version of its rows: a rotation changes no index then.
alter table grants set (fillfactor = 70);

-- Rows go with what they hang on: a grant that ends, itself or with its session, takes them along in its transaction.
alter table access_tokens add column session_id uuid not null;
alter table access_tokens add column security_version integer not null;
-- The hash of the refresh token that was spent for it; null where it was a code.
alter table access_tokens add column spent_refresh_hash bytea;

-- The grant comes to be when the code is exchanged.
alter table authorization_codes alter column grant_id drop not null;

-- file: 0010-guessed-addresses.sql
-- Failed attempts to sign in with an address, in a row, from browsers that are new to its account or from any: above a
-- hundred only browsers that the account knows may try. Logged: a crash or a failover must not give a hundred more.
create table guessed_addresses (
  address_hash bytea       not null primary key,
  failures     integer     not null,
  forget_at    timestamptz not null
);
create index guessed_addresses_by_forget on guessed_addresses (forget_at);

-- Failures in a row in this browser; one with a hundred is like any stranger.
alter table known_devices add column failures integer not null default 0;

-- file: 0011-client-generations.sql
-- Whatever an operator ends stays ended: a client has a generation, which rises when it is disabled and when it is
-- enabled, and what it is given remembers the generation that it was given in. What is of another one is dead, on every
-- process, by one row write. The previous release gives without saying a generation: the first one, which is right until
-- a client is disabled for the first time; after that its gifts are dead, which errs on the safe side.
alter table clients add column generation integer not null default 1;
alter table authorization_codes add column client_generation integer not null default 1;
alter table grants add column client_generation integer not null default 1;
alter table access_tokens add column client_generation integer not null default 1;

-- What clients hold that are disabled at this moment was ended, too.
update clients set generation = 2 where disabled_at is not null;

-- file: 0012-audit-filed-under.sql
-- The citizen of an event, or the event's own id where it is about no citizen. On a distributed PostgreSQL, an event is stored
-- with the rows of its citizen. It is null in rows of releases that do not know it; `portico distribute` fills those.
-- fits-from: 0011
alter table audit_events add column filed_under uuid;

-- file: 0013-database-timelines.sql
-- The newest timeline that Portico has written in each cluster that these rows have been in. A server of the same cluster
-- with an older timeline is an old primary, and is refused. A new cluster has another identifier.
-- The previous release neither reads nor writes it.
-- fits-from: 0011
-- needed: later
create table database_timelines (
  system_identifier text        not null primary key,
  timeline          bigint      not null,
  written_at        timestamptz not null
);

-- file: 0014-guesses-survive.sql
-- Failed attempts to sign in survive a crash and a failover: otherwise either would give the same place as many guesses
-- again. The table is small. Commits of counters of requests (rate_counters) still wait for nothing: those stay unlogged.
-- fits-from: 0011
-- needed: later
alter table sign_in_failures set logged;

-- file: 0015-audit-exports.sql
-- The days (UTC) whose audit events are in a file that `portico audit export` has written: how many events, and the SHA-256 of
-- their lines. Only events of these days are ever deleted. `counted` is how many there were when the deletion began; where it
-- differs, events came late, and the day stays. The previous release neither reads nor writes it.
-- fits-from: 0011
create table audit_exports (
  day         date        not null primary key,
  events      bigint      not null,
  sha256      text        not null,
  exported_at timestamptz not null,
  counted     bigint,
  deleted_at  timestamptz
);

-- file: 0016-ended-feed.sql
-- For the feed of ended sessions (decision 41). Each audit event remembers the transaction that wrote it, so that a reader can ask for
-- everything that was committed since a snapshot. It is a default, so events of the previous release have it, too; older events have
-- none, and the feed does not need them. `ended_feeds` has one row with a random value: whoever empties the table (a restore,
-- `portico after-recovery`) makes every cursor of before unknown.
-- fits-from: 0011
alter table audit_events add column written_in xid8;
alter table audit_events alter column written_in set default pg_current_xact_id();
create table ended_feeds (
  feed  text not null primary key,
  epoch uuid not null
);

-- file: 0017-ended-feed-index.sql
-- The events that end something, in the order of their transactions. Other events are not in the index, so a code exchange does not
-- write to it. The feed of ended sessions names the same events. The previous release does not use it.
-- fits-from: 0011
-- runs: statement by statement
drop index concurrently if exists audit_events_by_ending;
create index concurrently audit_events_by_ending on audit_events (written_in)
 where name in ('signed-out', 'session-ended', 'program-disconnected', 'code-replayed', 'refresh-token-reused', 'grant-revoked',
                'password-reset', 'citizen-suspended', 'citizen-verification-required', 'citizen-signed-out', 'citizen-closed');

-- file: 0018-passkeys.sql
-- Passkeys of citizens (decision 45). `passkey_offers` says when a citizen was last asked to add one. `spent_challenges` has the
-- challenges that were answered, until they would have expired anyway, so that no answer counts twice. A session says how its
-- citizen proved who they are. The previous release neither reads nor writes any of it; the sessions that it starts began
-- with a password, as the default says.
-- fits-from: 0011
create table passkeys (
  citizen_id    uuid        not null,
  credential_id bytea       not null,
  public_key    bytea       not null,
  counter       bigint      not null,
  transports    text        not null,
  name          text        not null,
  backed_up     boolean     not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (citizen_id, credential_id)
);
create table passkey_offers (
  citizen_id uuid        not null primary key,
  offered_at timestamptz not null
);
create table spent_challenges (
  challenge_hash bytea       not null primary key,
  expires_at     timestamptz not null
);
create index spent_challenges_by_expiry on spent_challenges (expires_at);
alter table sessions add column proof text not null default 'password';

-- file: 0019-proof-on-codes.sql
-- A code says what its citizen proved who they are with, and which classes of proof its program asked for (decision 49). The ID
-- token repeats it. The previous release writes neither; a code without a proof gives an ID token that says nothing about it.
-- fits-from: 0011
alter table authorization_codes add column proof text, add column acr_values text;

-- file: 0020-second-factor.sql
-- Codes beside the password (decision 51). `authenticators` has the sealed secret of each app, and the last step of 30 seconds whose
-- code was accepted. `recovery_codes` has the hashes of the codes that are left. `half_sign_ins` are sign-ins whose password was right
-- and whose code is awaited. The previous release asks for no code: until its last process has stopped, a password is enough there.
-- fits-from: 0011
create table authenticators (
  citizen_id       uuid        not null,
  authenticator_id uuid        not null,
  sealed_secret    bytea       not null,
  name             text        not null,
  last_step        bigint      not null,
  created_at       timestamptz not null,
  last_used_at     timestamptz,
  primary key (citizen_id, authenticator_id)
);
create table recovery_codes (
  citizen_id uuid  not null,
  code_hash  bytea not null,
  primary key (citizen_id, code_hash)
);
create table half_sign_ins (
  citizen_id       uuid        not null,
  ticket_hash      bytea       not null,
  security_version integer     not null,
  password_mark    bytea       not null,
  tries            integer     not null,
  expires_at       timestamptz not null,
  primary key (citizen_id, ticket_hash)
);
create index half_sign_ins_by_expiry on half_sign_ins (expires_at);

-- file: 0021-mailed-codes.sql
-- A code of six digits beside a mailed link (decision 53): an HMAC of it, and how often it was tried. The previous release
-- neither reads nor writes them; the links that it makes have no code.
-- fits-from: 0011
alter table registrations add column code_hash bytea;
alter table registrations add column code_tries integer not null default 0;
alter table recovery_links add column code_hash bytea;
alter table recovery_links add column code_tries integer not null default 0;
alter table verification_links add column code_hash bytea;
alter table verification_links add column code_tries integer not null default 0;

-- file: 0022-closings.sql
-- Accounts that their citizens want to close, and when that is due (decision 54). The previous release neither reads nor writes
-- the table. Its processes close no account that is due; those of this release do it.
-- fits-from: 0011
create table closings (
  citizen_id       uuid        not null primary key,
  security_version integer     not null,
  asked_at         timestamptz not null,
  due_at           timestamptz not null
);
create index closings_by_due on closings (due_at);

-- file: 0023-language-of-citizens.sql
-- The language of each citizen (decision 52), by its tag; '' where nobody has chosen one yet. The previous release neither
-- reads nor writes it; the accounts that it makes have '', and take the language of the next sign-in in a known browser.
-- fits-from: 0011
alter table citizens add column language text not null default '';

-- file: 0024-lost-apps.sql
-- Removals of apps for codes that wait, because their citizens have lost them (decision 56): how the account was when its citizen
-- asked, when the next step is due (the reminder, then the removal), and when the apps go. And whether a passkey can be backed up at
-- all, which never changes; null for those that were made before. The previous release neither reads nor writes the table or the
-- column: a sign-in with a code at one of its processes stops no removal, and its passkeys get the value at their next use.
-- fits-from: 0011
create table app_removals (
  citizen_id       uuid        not null primary key,
  security_version integer     not null,
  password_mark    bytea       not null,
  asked_at         timestamptz not null,
  next_at          timestamptz not null,
  due_at           timestamptz not null
);
create index app_removals_by_next on app_removals (next_at);
alter table passkeys add column backup_eligible boolean;

-- file: 0025-address-changes.sql
-- Changes of address (decision 55): a link that proves a new address says which one, and a change that was proven waits before it is
-- carried out, and can be undone for some days after. The table has how the account was when its citizen asked, the hashes of the
-- links in the letters to the old address, and when the next step is due. The previous release neither reads nor writes the table
-- or the column: its processes carry out no change, and a recovery at one of them ends a change at the next step.
-- fits-from: 0011
alter table recovery_links add column new_email text;
create table address_changes (
  citizen_id       uuid        not null primary key,
  security_version integer     not null,
  password_mark    bytea       not null,
  old_email        text        not null,
  new_email        text        not null,
  is_proven        boolean     not null,
  stop_hash        bytea       not null,
  undo_hash        bytea,
  asked_at         timestamptz not null,
  next_at          timestamptz not null,
  done_at          timestamptz
);
create index address_changes_by_next on address_changes (next_at);

-- file: 0026-reserved-addresses.sql
-- An address that a citizen has changed stays reserved for as long as the change can be undone (decision 55): until then nobody else gets
-- it, and nobody signs in with it. The row itself says until when, so that a reservation also ends where nothing deletes it. The
-- previous release does not know the column: it gives a reserved address to nobody, and signs its citizen in with it.
-- fits-from: 0011
alter table login_emails add column reserved_until timestamptz;

-- file: 0027-trusted-since.sql
-- Since when what signs in beside the password can be trusted (decision 60): a passkey, an app or a recovery code that a session with the
-- password alone added is as new as itself; one that another key added is as old as that key. A session has the instant of the key that
-- opened it. `former_codes` keeps that an account had an app whose citizen removed it as the last one. The previous release neither
-- reads nor writes any of it: what it adds counts as new, and so does what its sessions add later.
-- fits-from: 0011
alter table passkeys add column trusted_since timestamptz;
alter table authenticators add column trusted_since timestamptz;
alter table recovery_codes add column trusted_since timestamptz;
alter table sessions add column trusted_since timestamptz;
create table former_codes (
  citizen_id    uuid        not null primary key,
  trusted_since timestamptz not null,
  removed_at    timestamptz not null
);

-- file: 0028-wrong-codes.sql
-- Wrong codes of browsers that an account does not know (decision 61), for the password that the account has: a new one begins anew. No sign-in takes
-- away what others have counted. The previous release neither reads nor writes the table: wrong codes at its processes are not counted here.
-- fits-from: 0011
create table wrong_codes (
  citizen_id    uuid        not null primary key,
  password_mark bytea       not null,
  failures      integer     not null,
  forget_at     timestamptz not null
);
create index wrong_codes_by_end on wrong_codes (forget_at);

-- file: 0029-answered-forms.sql
-- Answers to the forms of hosted pages, for a minute (decision 62): a form that is sent again gets the answer of the first. `form` is
-- an HMAC of the browser, the path and the page, `act` one of what was sent. `turn` says who answers it; `answer` is sealed, and null
-- while it is made. The previous release neither reads nor writes the table: its processes answer a repeated form once more.
-- fits-from: 0011
create table answered_forms (
  form       bytea       not null primary key,
  act        bytea       not null,
  turn       uuid        not null,
  answer     bytea,
  expires_at timestamptz not null
);
create index answered_forms_by_expiry on answered_forms (expires_at);

-- file: 0030-mailed-links.sql
-- Mailed links of every kind in one table (decision 78). `kind` is one of `mailed-links/link-kinds.ts`. A link of a registration has
-- the account that it will make; every other one has the security version of its citizen. `email` is the address that a link proves,
-- where that is not the one of the account. The links of the three tables of before stay valid. The previous release goes on with
-- views that have the names of those tables: its statements read and write the same rows. It does not say the kind of its links, so
-- those in `recovery_links` are of the kind 'former'. Its purges name `ctid`. On Citus no view can be written, so there its processes
-- mail no links until they are replaced: the table is distributed after the migration, and until then it is on the coordinator.
-- fits-from: 0011
create table mailed_links (
  citizen_id       uuid        not null,
  link_hash        bytea       not null,
  kind             text        not null,
  security_version integer,
  email            text,
  full_name        text,
  phone_number     text,
  language         text,
  code_hash        bytea,
  code_tries       integer     not null default 0,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  check ((kind = 'registration') = (security_version is null)),
  check (num_nonnulls(full_name, phone_number, language) = case when kind = 'registration' then 3 else 0 end),
  check (kind <> 'registration' or email is not null)
);

-- Nobody writes a link between its copy and the end of its table.
lock table registrations;
lock table recovery_links;
lock table verification_links;

insert into mailed_links (citizen_id, link_hash, kind, email, full_name, phone_number, language, code_hash, code_tries,
                          created_at, expires_at)
select citizen_id, link_hash, 'registration', email, full_name, phone_number, language, code_hash, code_tries, created_at,
       expires_at
  from registrations;
insert into mailed_links (citizen_id, link_hash, kind, security_version, email, code_hash, code_tries, created_at, expires_at)
select citizen_id, link_hash, 'former', security_version, new_email, code_hash, code_tries, created_at, expires_at
  from recovery_links;
insert into mailed_links (citizen_id, link_hash, kind, security_version, code_hash, code_tries, created_at, expires_at)
select citizen_id, link_hash, 'verification', security_version, code_hash, code_tries, created_at, expires_at
  from verification_links;
-- After the copy, which is faster so.
alter table mailed_links add primary key (citizen_id, link_hash);
create index mailed_links_by_expiry on mailed_links (expires_at);

drop table registrations;
drop table recovery_links;
drop table verification_links;

create view registrations as
select citizen_id, link_hash, email, full_name, phone_number, language, created_at, expires_at, code_hash, code_tries, kind, ctid
  from mailed_links
 where kind = 'registration';
alter view registrations alter column kind set default 'registration';
create view recovery_links as
select citizen_id, link_hash, security_version, created_at, expires_at, code_hash, code_tries, email as new_email, kind, ctid
  from mailed_links
 where kind not in ('registration', 'verification');
alter view recovery_links alter column kind set default 'former';
create view verification_links as
select citizen_id, link_hash, security_version, created_at, expires_at, code_hash, code_tries, kind, ctid
  from mailed_links
 where kind = 'verification';
alter view verification_links alter column kind set default 'verification';
