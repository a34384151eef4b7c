import { hasNumberedEvents } from '../audit/index.ts'
import { isPrepared, SIGN_IN_SCHEMA, VIEWS_SCHEMA } from '../console-role/index.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Whether the tables are distributed where PostgreSQL has Citus. Nothing where it has not. */
export async function examineCitus(db: Database): Promise<readonly Finding[]> {
  const citus = await firstRow(db.query<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`)
  if (!citus) return []
  if ((await db.layout()) === 'distributed')
    return [
      ok('Citus', `${citus.version}; the tables are distributed`),
      ...(await examineCommits(db)),
      ...(await examineNumbers(db)),
      ...(await examineConsole(db)),
    ]
  return [
    wrong(
      'Citus',
      `${citus.version} is installed, and the tables are not distributed: the coordinator alone does all the work`,
      'run `portico distribute` (docs/citus.md), or remove the extension',
    ),
  ]
}

/** `citus.recover_2pc_interval`, in milliseconds; -1 is never. */
const LONGEST_INTERVAL = 5_000

/**
 * How soon a server that was lost amid a commit makes it when it is back. Until then it shows the rows of before, and other
 * transactions wait for its locks.
 */
async function examineCommits(db: Database): Promise<readonly Finding[]> {
  const setting = await firstRow(db.query<{ interval: number }>`
    select setting::int as interval from pg_settings where name = 'citus.recover_2pc_interval'`)
  const interval = setting?.interval ?? -1
  if (interval > 0 && interval <= LONGEST_INTERVAL) return []
  return [
    wrong(
      'commits on Citus',
      interval > 0
        ? `a server that was lost amid a commit makes it up to ${Math.round(interval / 1000)} s after it is back`
        : 'a server that was lost amid a commit never makes it',
      "set citus.recover_2pc_interval = '5s' on every server (docs/citus.md)",
    ),
  ]
}

/** Whether each server stores its own transaction with an event. A release before did not make it so. */
async function examineNumbers(db: Database): Promise<readonly Finding[]> {
  if (await hasNumberedEvents(db)) return []
  return [
    wrong(
      'events on Citus',
      'the servers do not number their events, so programs introspect each token and hear of no end at once',
      'run `portico distribute` again: it changes nothing else, and processes may run meanwhile',
    ),
  ]
}

/** Whether a console was prepared, which reads nothing here. A release before prepared it, or the tables were distributed under it. */
async function examineConsole(db: Database): Promise<readonly Finding[]> {
  if (!(await isPrepared(db))) return []
  return [
    wrong(
      'console on Citus',
      'a console is prepared, and none of its pages can be answered where the tables are distributed',
      `stop it, and drop schema ${VIEWS_SCHEMA}, ${SIGN_IN_SCHEMA} cascade (docs/citus.md)`,
    ),
  ]
}
