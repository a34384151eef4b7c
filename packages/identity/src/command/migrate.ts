import { openDatabaseServer } from '../open-database.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { type Answer, type Call, type Command, flag } from './command.ts'

/** Brings the database up to date. */
export const migrateCommand: Command = {
  words: 'migrate',
  summary: 'Bring the database up to date; every other command does so too',
  operands: [],
  options: { plan: flag('Only say what would be done') },
  async run(call) {
    if (call.given.flag('plan')) return plan(call)
    const { applied } = await call.openDatabase()
    return answer(applied, {
      one: 'migration applied',
      many: 'migrations applied',
      none: 'The database is up to date.',
    })
  },
}

async function plan({ config, terminal }: Call): Promise<Answer> {
  const server = await openDatabaseServer(config(), (line) => terminal.err(line))
  try {
    const pending = await migrate(server.address, 'plan')
    return answer(pending, {
      one: 'migration to apply',
      many: 'migrations to apply',
      none: 'The database is up to date.',
    })
  } finally {
    await server.close()
  }
}

function answer(names: readonly string[], said: { one: string; many: string; none: string }): Answer {
  const heading =
    names.length === 0 ? said.none : `${names.length} ${names.length === 1 ? said.one : said.many}:`
  return { json: names, lines: [heading, ...names.map((name) => `  ${name}`)] }
}
