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
