-- Failed attempts to sign in survive a crash and a failover: otherwise either would give the same place as many guesses
-- again. The table is small. Commits of counters of requests (rate_counters) still wait for nothing: those stay unlogged.
-- fits-from: 0011
-- needed: later
alter table sign_in_failures set logged;
