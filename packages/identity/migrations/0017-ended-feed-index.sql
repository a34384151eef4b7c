-- The events that end something, in the order of their transactions. Other events are not in the index, so a code exchange does not
-- write to it. The feed of ended sessions names the same events. The previous release does not use it.
-- fits-from: 0011
-- runs: statement by statement
drop index concurrently if exists audit_events_by_ending;
create index concurrently audit_events_by_ending on audit_events (written_in)
 where name in ('signed-out', 'session-ended', 'program-disconnected', 'code-replayed', 'refresh-token-reused', 'grant-revoked',
                'password-reset', 'citizen-suspended', 'citizen-verification-required', 'citizen-signed-out', 'citizen-closed');
