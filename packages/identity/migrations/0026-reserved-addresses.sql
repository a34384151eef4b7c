-- An address that a citizen has changed stays reserved for as long as the change can be undone (decision 55): until then nobody else gets
-- it, and nobody signs in with it. The row itself says until when, so that a reservation also ends where nothing deletes it. The
-- previous release does not know the column: it gives a reserved address to nobody, and signs its citizen in with it.
-- fits-from: 0011
alter table login_emails add column reserved_until timestamptz;
