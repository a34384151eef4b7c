import { type Database, firstRow } from '../platform/postgres/database.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Whether the tables are distributed where PostgreSQL has Citus. Nothing where it has not. */
export async function examineCitus(db: Database): Promise<readonly Finding[]> {
  const citus = await firstRow(db.query<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`)
  if (!citus) return []
  const distributed = await firstRow(db.query<{ citizens: boolean }>`
    select exists (select 1 from pg_dist_partition where logicalrel = to_regclass('citizens')) as citizens`)
  if (distributed?.citizens) return [ok('Citus', `${citus.version}; the table citizens is distributed`)]
  return [
    wrong(
      'Citus',
      `${citus.version} is installed, and the tables are not distributed: the coordinator alone does all the work`,
      'distribute them (docs/scaling.md), or remove the extension',
    ),
  ]
}
