import { readConfig, setOfficer, startPermits } from '../examples/parking-permits/server/index.ts'
import { openPermitsDatabase, type PermitsDatabase } from './demo/permits-database.ts'
import { runToTheEnd, say, untilInterrupted } from './terminal.ts'

const USAGE = `npm run permits                                  parking permits alone, against any Portico (settings: SSO_…, PERMITS_…)
npm run permits -- officer add <account id>      makes somebody a permit officer; GET /api/v1/me/ shows the id
npm run permits -- officer remove <account id>   and an ordinary citizen again`

/** `npm run permits`: the example program, with a PostgreSQL brought along where PERMITS_DATABASE_URL names none. */
async function main([subject, ...rest]: readonly string[]): Promise<void> {
  if (subject === undefined) return serve()
  const [action, accountId = ''] = rest
  const isKnown = subject === 'officer' && (action === 'add' || action === 'remove') && rest.length === 2
  if (!isKnown) throw new Refusal(USAGE)
  await withDatabase(async (url) => {
    if (!(await setOfficer(url, accountId, action === 'add')))
      throw new Refusal(
        `There is no account ${accountId}: GET /api/v1/me/ shows the id of whoever is signed in.`,
      )
  })
  say(
    action === 'add'
      ? 'This account is a permit officer now.'
      : 'This account is no permit officer any more.',
  )
}

/** The settings are judged before a database is started, whose address is known only then. */
async function serve(): Promise<void> {
  const given = process.env['PERMITS_DATABASE_URL'] || 'postgres://localhost/permits'
  readConfig({ ...process.env, PERMITS_DATABASE_URL: given })
  await withDatabase(async (url) => {
    const permits = await startPermits(readConfig({ ...process.env, PERMITS_DATABASE_URL: url }))
    say(`Parking permits is running: ${permits.url} (Ctrl-C stops it)`)
    await untilInterrupted()
    await permits.close()
  })
  say('Stopped.')
}

async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const given = process.env['PERMITS_DATABASE_URL']
  const dataDir = process.env['PERMITS_DATA_DIR'] || process.env['PORTICO_DATA_DIR'] || '.portico'
  const database: PermitsDatabase = given
    ? { url: given, close: async () => undefined }
    : await openPermitsDatabase(dataDir, say)
  try {
    await work(database.url)
  } finally {
    await database.close()
  }
}

/** What was asked for cannot be done; the message is for whoever asked. */
class Refusal extends Error {
  override readonly name = 'Refusal'
}

await runToTheEnd(() => main(process.argv.slice(2)))
