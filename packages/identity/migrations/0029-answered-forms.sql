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
