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
