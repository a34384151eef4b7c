import { randomBytes } from 'node:crypto'
import {
  addOldAccount,
  databaseUrlOf,
  readConfig,
  setOfficer,
  startPermits,
} from '../examples/parking-permits/server/index.ts'
import { openPermitsDatabase, type PermitsDatabase } from './demo/permits-database.ts'
import { runToTheEnd, say, untilInterrupted } from './terminal.ts'

const USAGE = `npm run permits                                  parking permits alone, against any Portico (settings: SSO_…, PERMITS_…)
npm run permits -- officer add <account id>      makes somebody a permit officer; GET /api/v1/me/ shows the id
npm run permits -- officer remove <account id>   and an ordinary citizen again
npm run permits -- old-account add <address>     adds an account from before the central sign-in, and shows its password`

/** The actions by hand. Each returns a sentence about its result. */
const COMMANDS = new Map([
  ['officer add', (url: string, id: string) => makeOfficer(url, id, true)],
  ['officer remove', (url: string, id: string) => makeOfficer(url, id, false)],
  ['old-account add', addAccount],
])

/** `npm run permits`: the example program. Without PERMITS_DATABASE_URL, it uses an embedded PostgreSQL. */
async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0) return serve()
  const [noun, verb, subject] = words
  const command = COMMANDS.get(`${noun} ${verb}`)
  if (!command || subject === undefined || words.length > 3) throw new Refusal(USAGE)
  await withDatabase(async (url) => say(await command(url, subject)))
}

async function makeOfficer(url: string, accountId: string, isOfficer: boolean): Promise<string> {
  if (await setOfficer(url, accountId, isOfficer))
    return `This account is ${isOfficer ? 'a permit officer now' : 'no permit officer any more'}.`
  throw new Refusal(`There is no account ${accountId}: GET /api/v1/me/ shows the id of your account.`)
}

async function addAccount(url: string, email: string): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  const outcome = await addOldAccount(url, { email, name: email, password })
  if (outcome === 'added') return `${email} has an old account now, with the password ${password}`
  throw new Refusal(
    outcome === 'taken'
      ? 'There is an account with this address already. It stays as it is.'
      : 'This is not an e-mail address.',
  )
}

/** Checks the settings before a database is started. Only then is the address of the database known. */
async function serve(): Promise<void> {
  readConfig(environmentWith(databaseUrlOf(process.env) || 'postgres://localhost/permits'))
  await withDatabase(async (url) => {
    const permits = await startPermits(readConfig(environmentWith(url)))
    say(`Parking permits is running: ${permits.url} (Ctrl-C stops it)`)
    await untilInterrupted()
    await permits.close()
  })
  say('Stopped.')
}

function environmentWith(databaseUrl: string) {
  return { ...process.env, PERMITS_DATABASE_URL: databaseUrl, PERMITS_DATABASE_URL_FILE: undefined }
}

async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const given = databaseUrlOf(process.env)
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

/** The action cannot be done. The message is for the person at the terminal. */
class Refusal extends Error {
  override readonly name = 'Refusal'
}

await runToTheEnd(() => main(process.argv.slice(2)))
