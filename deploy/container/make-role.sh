#!/bin/sh
# Makes the role and the database of the service, when PostgreSQL starts with an empty folder. The role is no superuser: who
# gets into the service reads and writes its rows, and neither files of the server nor its settings.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\set password `cat /run/secrets/database-password`
create role portico login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database portico owner portico;
revoke all on database portico from public;
SQL
