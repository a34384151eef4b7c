import { TABLES } from '../../../packages/identity/src/room-heads.ts'
import { MIGRATIONS as MYSQL_MIGRATIONS } from '../../../packages/program/src/store/mysql/migrations.ts'
import { MIGRATIONS } from '../../../packages/program/src/store/postgres/migrations.ts'
import { MIGRATIONS as SQLITE_MIGRATIONS } from '../../../packages/program/src/store/sqlite/migrations.ts'
import { IDENTITY, type Plan, PROGRAM } from '../../../plan.ts'
import { type JudgedRooms, judgeRooms, readPlanned } from './judge-rooms.ts'
import { fileAt, filesBelow } from './source-files.ts'

/** The two packages with SQL, compared with their plans. */
export function judgeRealRooms(): readonly JudgedRooms[] {
  return [
    judge(IDENTITY, [
      fileAt('packages/identity/schema.sql').text,
      ...Object.values(TABLES).flatMap(({ madeBy }) => madeBy ?? []),
    ]),
    judge(PROGRAM, [...MIGRATIONS, ...SQLITE_MIGRATIONS.flat(), ...MYSQL_MIGRATIONS.flat()]),
  ]
}

function judge(plan: Plan, schema: readonly string[]): JudgedRooms {
  const files = filesBelow(
    [plan.src],
    (path) => path.endsWith('.ts') && !/\.(test|test-d|fixture)\.ts$/.test(path),
  )
  return judgeRooms(plan, readPlanned(plan, files, schema), schema)
}
