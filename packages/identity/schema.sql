-- What all migrations together come to; made by the tests (PORTICO_WRITE_SCHEMA=1 writes it anew).

create table access_tokens (
  citizen_id uuid not null,
  token_hash bytea not null,
  grant_id uuid not null,
  client_id text not null,
  scope text not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  session_id uuid not null,
  security_version integer not null,
  spent_refresh_hash bytea,
  client_generation integer not null default 1,
  PRIMARY KEY (citizen_id, token_hash)
);
comment on table access_tokens is 'Portico 31';
CREATE INDEX access_tokens_by_expiry ON public.access_tokens USING btree ((expires_at AT TIME ZONE 'UTC'::text));

create table address_changes (
  citizen_id uuid not null,
  security_version integer not null,
  password_mark bytea not null,
  old_email text not null,
  new_email text not null,
  is_proven boolean not null,
  stop_hash bytea not null,
  undo_hash bytea,
  asked_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  done_at timestamp with time zone,
  PRIMARY KEY (citizen_id)
);
comment on table address_changes is 'Portico 31';
CREATE INDEX address_changes_by_next ON public.address_changes USING btree (next_at);

create table answered_forms (
  form bytea not null,
  act bytea not null,
  turn uuid not null,
  answer bytea,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (form)
);
comment on table answered_forms is 'Portico 31';
CREATE INDEX answered_forms_by_expiry ON public.answered_forms USING btree (expires_at);

create table app_removals (
  citizen_id uuid not null,
  security_version integer not null,
  password_mark bytea not null,
  asked_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id)
);
comment on table app_removals is 'Portico 31';
CREATE INDEX app_removals_by_next ON public.app_removals USING btree (next_at);

create table audit_destinations (
  destination text not null,
  version bigint not null,
  history text not null,
  walked_at timestamp with time zone,
  sent_transaction bigint not null,
  sent_event uuid not null,
  reached_at timestamp with time zone not null,
  closed_day date not null,
  delivery_id uuid,
  delivery_events integer,
  delivery_day date,
  due_at timestamp with time zone not null,
  attempts integer not null,
  faults jsonb not null,
  events bigint not null,
  delivered_id uuid,
  delivered_at timestamp with time zone,
  closed_at timestamp with time zone,
  PRIMARY KEY (destination)
);
comment on table audit_destinations is 'Portico 56';

create table audit_events (
  event_id uuid not null,
  at timestamp with time zone not null,
  name text not null,
  citizen_id uuid,
  client_id text,
  session_id uuid,
  address text,
  request_id text,
  actor text not null,
  details jsonb not null,
  filed_under uuid,
  written_in xid8 default pg_current_xact_id(),
  operator text,
  PRIMARY KEY (event_id)
);
comment on table audit_events is 'Portico 31';
CREATE INDEX audit_events_by_address ON public.audit_events USING btree (address, at) WHERE (address IS NOT NULL);
CREATE INDEX audit_events_by_citizen ON public.audit_events USING btree (citizen_id, at) WHERE (citizen_id IS NOT NULL);
CREATE INDEX audit_events_by_ending ON public.audit_events USING btree (written_in) WHERE (name = ANY (ARRAY['signed-out'::text, 'session-ended'::text, 'program-disconnected'::text, 'code-replayed'::text, 'refresh-token-reused'::text, 'grant-revoked'::text, 'password-reset'::text, 'citizen-suspended'::text, 'citizen-verification-required'::text, 'citizen-signed-out'::text, 'citizen-closed'::text]));
CREATE INDEX audit_events_by_name ON public.audit_events USING btree (name, at, event_id) WHERE (name <> ALL (ARRAY['program-entered'::text, 'signed-in'::text, 'sign-in-failed'::text, 'signed-out'::text, 'session-ended'::text, 'grant-revoked'::text, 'citizen-brought'::text]));
CREATE INDEX audit_events_by_operator ON public.audit_events USING btree (operator, at, event_id) WHERE (operator IS NOT NULL);
CREATE INDEX audit_events_by_program ON public.audit_events USING btree (client_id, at) WHERE (client_id IS NOT NULL);
CREATE INDEX audit_events_by_request ON public.audit_events USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_events_by_time ON public.audit_events USING btree (at, event_id);
CREATE INDEX audit_events_by_writing ON public.audit_events USING brin ((((written_in)::text)::bigint)) WITH (autosummarize='on');

create table audit_exports (
  day date not null,
  events bigint not null,
  sha256 text not null,
  exported_at timestamp with time zone not null,
  counted bigint,
  deleted_at timestamp with time zone,
  PRIMARY KEY (day)
);
comment on table audit_exports is 'Portico 31';

create table audit_seals (
  number bigint not null,
  chain text not null,
  kind text not null,
  day date not null,
  events integer not null,
  event_ids bytea not null,
  digest bytea not null,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  history text not null,
  begun_below bigint not null,
  sealed_below bigint not null,
  walked_at timestamp with time zone,
  walked_id uuid,
  heads text not null,
  sealed_at timestamp with time zone not null,
  hash bytea not null,
  mac bytea not null,
  PRIMARY KEY (number, chain)
);
comment on table audit_seals is 'Portico 39';

create table authenticators (
  citizen_id uuid not null,
  authenticator_id uuid not null,
  sealed_secret bytea not null,
  name text not null,
  last_step bigint not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  trusted_since timestamp with time zone,
  PRIMARY KEY (citizen_id, authenticator_id)
);
comment on table authenticators is 'Portico 31';

create table authorization_codes (
  citizen_id uuid not null,
  code_hash bytea not null,
  grant_id uuid,
  client_id text not null,
  session_id uuid not null,
  security_version integer not null,
  redirect_uri text not null,
  code_challenge text not null,
  nonce text not null,
  scope text not null,
  authenticated_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  wrong_verifiers integer not null default 0,
  client_generation integer not null default 1,
  proof text,
  acr_values text,
  PRIMARY KEY (citizen_id, code_hash)
);
comment on table authorization_codes is 'Portico 31';
CREATE INDEX authorization_codes_by_expiry ON public.authorization_codes USING btree ((expires_at AT TIME ZONE 'UTC'::text));

create table break_glass (
  citizen_id uuid not null,
  glass_id uuid not null,
  code_hash bytea not null,
  security_version integer not null,
  made_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id, glass_id)
);
comment on table break_glass is 'Portico 45';
CREATE INDEX break_glass_by_end ON public.break_glass USING btree (ends_at);

create table break_glass_uses (
  citizen_id uuid not null,
  glass_id uuid not null,
  code_hash bytea not null,
  session_hash bytea not null,
  browser text not null,
  network text not null,
  used_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (citizen_id, glass_id)
);
comment on table break_glass_uses is 'Portico 45';
CREATE INDEX break_glass_uses_by_session ON public.break_glass_uses USING btree (session_hash);
CREATE INDEX break_glass_uses_by_use ON public.break_glass_uses USING btree (used_at);

create table citizens (
  citizen_id uuid not null,
  subject uuid not null,
  email text not null,
  email_verified boolean not null,
  full_name text not null,
  phone_number text not null,
  standing text not null,
  security_version integer not null,
  password_hash text not null,
  password_changed_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  language text not null default ''::text,
  PRIMARY KEY (citizen_id),
  CHECK ((standing = ANY (ARRAY['active'::text, 'suspended'::text, 'closed'::text])))
);
comment on table citizens is 'Portico 31';
CREATE INDEX citizens_by_name ON public.citizens USING btree (lower(full_name)) WHERE (full_name <> ''::text);
CREATE INDEX citizens_by_phone ON public.citizens USING btree ("right"(regexp_replace(phone_number, '[^0-9]'::text, ''::text, 'g'::text), 8)) WHERE (phone_number <> ''::text);
CREATE INDEX citizens_by_subject ON public.citizens USING btree (subject);
CREATE INDEX citizens_with_foreign_hash ON public.citizens USING btree (citizen_id) WHERE (password_hash ~~ '$foreign$%'::text);

create table client_secrets (
  client_id text not null,
  secret_id text not null,
  label text not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  refused_at timestamp with time zone,
  PRIMARY KEY (client_id, secret_id)
);
comment on table client_secrets is 'Portico 31';

create table clients (
  client_id text not null,
  name text not null,
  redirect_uris text[] not null,
  scope text not null,
  confirmation text not null,
  token_limit_per_minute integer,
  introspection_limit_per_minute integer,
  revision integer not null,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  generation integer not null default 1,
  home text,
  names jsonb not null default '{}'::jsonb,
  homes jsonb not null default '{}'::jsonb,
  wrong_secret_at timestamp with time zone,
  PRIMARY KEY (client_id),
  CHECK ((confirmation = ANY (ARRAY['first-time'::text, 'skip-first-time'::text])))
);
comment on table clients is 'Portico 31';

create table closings (
  citizen_id uuid not null,
  security_version integer not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id)
);
comment on table closings is 'Portico 31';
CREATE INDEX closings_by_due ON public.closings USING btree (due_at);

create table connections (
  citizen_id uuid not null,
  client_id text not null,
  scope text not null,
  connected_at timestamp with time zone not null,
  last_entered_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id, client_id)
);
comment on table connections is 'Portico 31';

create table console_orders (
  order_id uuid not null,
  operator_id uuid not null,
  act text not null,
  who text not null,
  options jsonb not null,
  reason text not null,
  address text not null,
  request_id text not null,
  state text not null,
  answer jsonb,
  asked_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (order_id),
  CHECK ((state = ANY (ARRAY['asked'::text, 'trying'::text, 'told'::text, 'confirmed'::text, 'running'::text, 'done'::text, 'refused'::text])))
);
comment on table console_orders is 'Portico 43';
CREATE INDEX console_orders_by_end ON public.console_orders USING btree (ends_at);
CREATE INDEX console_orders_by_operator ON public.console_orders USING btree (operator_id, asked_at);
CREATE INDEX console_orders_by_who ON public.console_orders USING btree (who);
CREATE INDEX console_orders_to_take ON public.console_orders USING btree (asked_at) WHERE (state = ANY (ARRAY['asked'::text, 'confirmed'::text]));

create table database_timelines (
  system_identifier text not null,
  timeline bigint not null,
  written_at timestamp with time zone not null,
  PRIMARY KEY (system_identifier)
);
comment on table database_timelines is 'Portico 31';

create table ended_feeds (
  feed text not null,
  epoch uuid not null,
  PRIMARY KEY (feed)
);
comment on table ended_feeds is 'Portico 31';

create table former_codes (
  citizen_id uuid not null,
  trusted_since timestamp with time zone not null,
  removed_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id)
);
comment on table former_codes is 'Portico 31';

create table grants (
  citizen_id uuid not null,
  grant_id uuid not null,
  client_id text not null,
  session_id uuid not null,
  security_version integer not null,
  scope text not null,
  authenticated_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_cause text,
  refresh_hash bytea,
  client_generation integer not null default 1,
  PRIMARY KEY (citizen_id, grant_id)
) with (fillfactor=70);
comment on table grants is 'Portico 31';
CREATE INDEX grants_by_expiry ON public.grants USING btree ((expires_at AT TIME ZONE 'UTC'::text));

create table guessed_addresses (
  address_hash bytea not null,
  failures integer not null,
  forget_at timestamp with time zone not null,
  PRIMARY KEY (address_hash)
);
comment on table guessed_addresses is 'Portico 31';
CREATE INDEX guessed_addresses_by_forget ON public.guessed_addresses USING btree (forget_at);

create table half_sign_ins (
  citizen_id uuid not null,
  ticket_hash bytea not null,
  security_version integer not null,
  password_mark bytea not null,
  tries integer not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id, ticket_hash)
);
comment on table half_sign_ins is 'Portico 31';
CREATE INDEX half_sign_ins_by_expiry ON public.half_sign_ins USING btree (expires_at);

create table instances (
  instance_id uuid not null,
  host text not null,
  process_id integer not null,
  settings jsonb not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  PRIMARY KEY (instance_id)
);
comment on table instances is 'Portico 47';
CREATE INDEX instances_by_seen ON public.instances USING btree (seen_at);

create table investigations (
  citizen_id uuid not null,
  operator text not null,
  since timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id)
);
comment on table investigations is 'Portico 53';
CREATE INDEX investigations_by_end ON public.investigations USING btree (ends_at);

create table known_devices (
  citizen_id uuid not null,
  device_hash bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  failures integer not null default 0,
  PRIMARY KEY (citizen_id, device_hash)
);
comment on table known_devices is 'Portico 31';
CREATE INDEX known_devices_by_last_seen ON public.known_devices USING btree (last_seen_at);

create table login_emails (
  email text not null,
  citizen_id uuid not null,
  reserved_until timestamp with time zone,
  PRIMARY KEY (email)
);
comment on table login_emails is 'Portico 31';

create table machine_key_guesses (
  network text not null,
  guesses integer not null,
  began_at timestamp with time zone not null,
  PRIMARY KEY (network)
);
comment on table machine_key_guesses is 'Portico 46';
CREATE INDEX machine_key_guesses_by_begin ON public.machine_key_guesses USING btree (began_at);

create table machine_keys (
  name text not null,
  key_hash bytea not null,
  role text not null,
  added_by text not null,
  added_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_from text,
  UNIQUE (key_hash),
  PRIMARY KEY (name),
  CHECK ((role = ANY (ARRAY['reader'::text, 'support'::text, 'security'::text, 'administrator'::text])))
);
comment on table machine_keys is 'Portico 46';
CREATE INDEX machine_keys_by_end ON public.machine_keys USING btree (ends_at);
CREATE UNIQUE INDEX machine_keys_key_hash_key ON public.machine_keys USING btree (key_hash);

create table machine_requests (
  machine text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  order_id uuid not null,
  step text not null,
  key_added_at timestamp with time zone not null,
  asked_at timestamp with time zone not null,
  PRIMARY KEY (machine, idempotency_key),
  CHECK ((step = ANY (ARRAY['order'::text, 'confirm'::text])))
);
comment on table machine_requests is 'Portico 48';
CREATE INDEX machine_requests_by_order ON public.machine_requests USING btree (order_id);
CREATE INDEX machine_requests_by_time ON public.machine_requests USING btree (asked_at);

create table mailed_links (
  citizen_id uuid not null,
  link_hash bytea not null,
  kind text not null,
  security_version integer,
  email text,
  full_name text,
  phone_number text,
  language text,
  code_hash bytea,
  code_tries integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id, link_hash),
  CHECK (((kind = 'registration'::text) = (security_version IS NULL))),
  CHECK ((num_nonnulls(full_name, phone_number, language) =
CASE
    WHEN (kind = 'registration'::text) THEN 3
    ELSE 0
END)),
  CHECK (((kind <> 'registration'::text) OR (email IS NOT NULL)))
);
comment on table mailed_links is 'Portico 37';
CREATE INDEX mailed_links_by_email ON public.mailed_links USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX mailed_links_by_expiry ON public.mailed_links USING btree (expires_at);

create table operators (
  citizen_id uuid not null,
  name text not null,
  role text not null,
  added_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id),
  CHECK ((role = ANY (ARRAY['reader'::text, 'support'::text, 'security'::text, 'administrator'::text])))
);
comment on table operators is 'Portico 42';

create table outbox (
  message_id uuid not null,
  kind text not null,
  recipient text not null,
  sealed_content bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  PRIMARY KEY (message_id)
);
comment on table outbox is 'Portico 31';
CREATE INDEX outbox_by_next_attempt ON public.outbox USING btree (next_attempt_at);

create table passkey_offers (
  citizen_id uuid not null,
  offered_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id)
);
comment on table passkey_offers is 'Portico 31';

create table passkeys (
  citizen_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  backup_eligible boolean,
  trusted_since timestamp with time zone,
  PRIMARY KEY (citizen_id, credential_id)
);
comment on table passkeys is 'Portico 31';

create unlogged table rate_counters (
  counter text not null,
  spent integer not null,
  window_ends_at timestamp with time zone not null,
  PRIMARY KEY (counter)
);
comment on table rate_counters is 'Portico 31';
CREATE INDEX rate_counters_by_end ON public.rate_counters USING btree (window_ends_at);

create table recovery_codes (
  citizen_id uuid not null,
  code_hash bytea not null,
  trusted_since timestamp with time zone,
  PRIMARY KEY (citizen_id, code_hash)
);
comment on table recovery_codes is 'Portico 31';

create table refused_letters (
  asked_by bytea not null,
  expires_at timestamp with time zone not null,
  reply text,
  PRIMARY KEY (asked_by)
);
comment on table refused_letters is 'Portico 36';
CREATE INDEX refused_letters_by_expiry ON public.refused_letters USING btree (expires_at);

create table refused_requests (
  request_id text not null,
  at timestamp with time zone not null,
  why text not null,
  page text not null,
  until timestamp with time zone,
  client_id text,
  PRIMARY KEY (request_id)
);
comment on table refused_requests is 'Portico 54';
CREATE INDEX refused_requests_by_time ON public.refused_requests USING btree (at);

create table sessions (
  citizen_id uuid not null,
  session_id uuid not null,
  cookie_hash bytea not null,
  security_version integer not null,
  user_agent text not null,
  address text not null,
  started_at timestamp with time zone not null,
  authenticated_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  proof text not null default 'password'::text,
  trusted_since timestamp with time zone,
  PRIMARY KEY (citizen_id, session_id)
);
comment on table sessions is 'Portico 31';
CREATE UNIQUE INDEX sessions_by_cookie ON public.sessions USING btree (citizen_id, cookie_hash);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree ((expires_at AT TIME ZONE 'UTC'::text));

create table sign_in_failures (
  attempt_key bytea not null,
  failures integer not null,
  blocked_until timestamp with time zone not null,
  forget_at timestamp with time zone not null,
  PRIMARY KEY (attempt_key)
);
comment on table sign_in_failures is 'Portico 31';
CREATE INDEX sign_in_failures_by_forget ON public.sign_in_failures USING btree (forget_at);

create table signing_keys (
  kid text not null,
  public_jwk jsonb not null,
  sealed_private bytea not null,
  created_at timestamp with time zone not null,
  signs_from timestamp with time zone not null,
  published_until timestamp with time zone,
  PRIMARY KEY (kid)
);
comment on table signing_keys is 'Portico 31';

create table spent_challenges (
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (challenge_hash)
);
comment on table spent_challenges is 'Portico 31';
CREATE INDEX spent_challenges_by_expiry ON public.spent_challenges USING btree (expires_at);

create table suspensions (
  citizen_id uuid not null,
  since timestamp with time zone not null,
  cause text not null,
  ends_at timestamp with time zone,
  PRIMARY KEY (citizen_id)
);
comment on table suspensions is 'Portico 38';
CREATE INDEX suspensions_by_end ON public.suspensions USING btree (ends_at);

create table waiting_acts (
  number integer not null,
  act text not null,
  citizen_id uuid not null,
  subject uuid not null,
  options jsonb not null,
  told jsonb not null,
  operator text not null,
  reason text not null,
  asked_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  operator_id uuid,
  PRIMARY KEY (number)
);
comment on table waiting_acts is 'Portico 55';
CREATE INDEX waiting_acts_by_citizen ON public.waiting_acts USING btree (citizen_id);
CREATE INDEX waiting_acts_by_end ON public.waiting_acts USING btree (ends_at);

create table wrong_codes (
  citizen_id uuid not null,
  password_mark bytea not null,
  failures integer not null,
  forget_at timestamp with time zone not null,
  PRIMARY KEY (citizen_id)
);
comment on table wrong_codes is 'Portico 31';
CREATE INDEX wrong_codes_by_end ON public.wrong_codes USING btree (forget_at);
