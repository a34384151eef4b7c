-- The language of each citizen (decision 52), by its tag; '' where nobody has chosen one yet. The previous release neither
-- reads nor writes it; the accounts that it makes have '', and take the language of the next sign-in in a known browser.
-- fits-from: 0011
alter table citizens add column language text not null default '';
