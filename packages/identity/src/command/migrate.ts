import { loadEmbedded } from '../load-embedded.ts'
import { migrateDatabase } from '../migrate-database.ts'
import { MIGRATIONS } from '../migrations.ts'
import { makeDatabaseServer, openDatabaseServer } from '../open-database.ts'
import { counted } from '../platform/counted.ts'
import { listOf, type Schema, textSchema } from '../platform/operation.ts'
import { type MigrationPlan, planForNothing, planMigrations } from '../platform/postgres/migrate-plan.ts'
import type { Answer, Call } from './command.ts'
import { describePlan, MIGRATION_PLAN, planJson } from './describe-plan.ts'

/** The migrations that were applied, or with `--plan` what they would do. */
export const MIGRATED: Schema = {
  oneOf: [listOf(textSchema('The name of a migration that was applied.')), MIGRATION_PLAN],
}

/** Brings the database up to date. */
export async function migrateCommand(call: Call): Promise<Answer> {
  if (!call.given.flag('plan')) return apply(call)
  const plan = await readPlan(call)
  return { json: planJson(plan), lines: describePlan(plan) }
}

async function apply({ config, terminal }: Call): Promise<Answer> {
  const say = (line: string) => terminal.err(line)
  const server = await makeDatabaseServer(config(), say)
  try {
    const names = await migrateDatabase(server, say)
    const heading =
      names.length === 0 ? 'The database is up to date.' : `${counted(names.length, 'migration')} applied:`
    return { json: names, lines: [heading, ...names.map((name) => `  ${name}`)] }
  } finally {
    await server.close()
  }
}

/** A plan makes no database either: without an embedded one, all migrations wait. */
async function readPlan({ config: readConfig, terminal }: Call): Promise<MigrationPlan> {
  const config = readConfig()
  if (config.database.kind === 'embedded' && !(await loadEmbedded()).hasCluster(config.dataDir))
    return planForNothing(MIGRATIONS)
  const server = await openDatabaseServer(config, (line) => terminal.err(line))
  try {
    return await planMigrations(server.address, MIGRATIONS)
  } finally {
    await server.close()
  }
}
