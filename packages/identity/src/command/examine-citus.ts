import { type Database, firstRow } from '../platform/postgres/database.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Whether the tables are distributed where PostgreSQL has Citus. Nothing where it has not. */
export async function examineCitus(db: Database): Promise<readonly Finding[]> {
  const citus = await firstRow(db.query<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`)
  if (!citus) return []
  if ((await db.layout()) === 'distributed')
    return [ok('Citus', `${citus.version}; the tables are distributed`)]
  return [
    wrong(
      'Citus',
      `${citus.version} is installed, and the tables are not distributed: the coordinator alone does all the work`,
      'run `portico distribute` (docs/scaling.md), or remove the extension',
    ),
  ]
}
