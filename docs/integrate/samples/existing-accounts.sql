create table users (
  id bigint generated always as identity primary key,
  name text, email text not null, role text not null,
  password_hash text  -- null: the citizen signs in centrally
);
create table old_sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users, token_hash text not null unique,
  created_at timestamptz not null default now()
);
