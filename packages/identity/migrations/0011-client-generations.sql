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
