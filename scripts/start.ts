import {
  addOldAccount,
  type PermitsConfig,
  type RunningPermits,
  readConfig as readPermitsConfig,
  startPermits,
} from '../examples/parking-permits/server/index.ts'
import { DEMO_PASSWORD } from '../packages/identity/src/citizens/index.ts'
import { type Config, readConfig } from '../packages/identity/src/config.ts'
import { migrateDatabase } from '../packages/identity/src/migrate-database.ts'
import { makeDatabaseServer } from '../packages/identity/src/open-database.ts'
import { isLoopback } from '../packages/identity/src/own-origin.ts'
import { readTimeZone, UTC } from '../packages/identity/src/platform/date-words.ts'
import type { Foundation } from '../packages/identity/src/platform/foundation.ts'
import { systemLog } from '../packages/identity/src/platform/system-log.ts'
import { type RunningService, startService } from '../packages/identity/src/start-service.ts'
import { DEMO, OLD_DEMO, prepareDemoCitizen } from './demo/demo-citizen.ts'
import { openPermitsDatabase } from './demo/permits-database.ts'
import { registerPermits } from './demo/permits-registration.ts'
import { runToTheEnd, StartTrouble, say, untilInterrupted } from './terminal.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `npm start`: the service with its mailbox, and parking permits, a program that citizens sign in to. */
async function main(): Promise<void> {
  const config = readConfig({ PORTICO_LOG_LEVEL: 'warn', PORTICO_TIME_ZONE: ownTimeZone(), ...process.env })
  refuseWhereReal(config, process.env)
  const settings = permitsSettings(process.env, config.baseUrl)
  judge(settings)
  const server = await makeDatabaseServer(config, say)
  const closings = [() => server.close()]
  try {
    await migrateDatabase(server, () => undefined)
    const running = await startService(config, systemLog(config.logLevel), say)
    closings.push(() => running.close())
    judgeMailbox(config, running)
    for (const citizen of [DEMO, OLD_DEMO]) await prepareDemoCitizen(running.foundation, citizen)
    const dataDir = process.env['PERMITS_DATA_DIR'] || config.dataDir
    const { permits, clientId } = await openPermits(running.foundation, { settings, dataDir, closings })
    const mailbox = running.mailboxUrl ?? '(the mail server that PORTICO_SMTP_URL names)'
    say(welcome({ permits, clientId, service: config.baseUrl, mailbox, dataDir: config.dataDir }))
    await untilInterrupted()
    say('Stopping …')
  } finally {
    for (const close of closings.reverse()) await close()
  }
  say('Stopped.')
}

/** The time zone of this machine, where it has one with a name. */
const ownTimeZone = (): string => readTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? UTC

/** Everybody knows the password of the demo citizens. A database that somebody names may have real ones in it. */
function refuseWhereReal({ baseUrl, isProduction, database }: Config, environment: Environment): void {
  const faults = [
    ...(isProduction ? ['NODE_ENV is production'] : []),
    ...(isLoopback(baseUrl) ? [] : ['PORTICO_BASE_URL is not on this machine']),
    ...(database.kind === 'url' ? ['PORTICO_DATABASE_URL names a database'] : []),
    ...['PERMITS_DATABASE_URL', 'PERMITS_DATABASE_URL_FILE']
      .filter((name) => environment[name])
      .map((name) => `${name} names a database`),
  ]
  if (faults.length === 0) return
  throw new StartTrouble(
    `npm start makes citizens with a public password, only in the embedded database of a developer's machine, and ${faults.join(' and ')}. Remove that, or run the service: npx portico migrate, then npx portico serve.`,
  )
}

/** Without the mailbox page, nobody could read the mail of a new account. */
function judgeMailbox({ smtpUrl, mailboxPort }: Config, { mailboxUrl }: RunningService): void {
  if (mailboxUrl === undefined && smtpUrl === undefined)
    throw new StartTrouble(
      `Another program uses port ${mailboxPort}, the port of the mailbox page; perhaps another Portico. Stop it, or set PORTICO_MAILBOX_PORT.`,
    )
}

/** The settings of parking permits, except those that are known only when the service runs. */
function permitsSettings(environment: Environment, identityUrl: string): Environment {
  const programUrl =
    environment['SSO_PROGRAM_URL'] || `http://localhost:${environment['PERMITS_PORT'] || 4100}`
  return {
    NODE_ENV: 'development',
    PERMITS_TIME_ZONE: environment['PORTICO_TIME_ZONE'] || ownTimeZone(),
    ...environment,
    SSO_IDENTITY_URL: identityUrl,
    SSO_PROGRAM_URL: programUrl,
    SSO_RETURN_URIS: environment['SSO_RETURN_URIS'] || `${programUrl}/signed-in`,
  }
}

/** Reports faults before it makes a database and starts the service. */
function judge(settings: Environment): void {
  readPermitsConfig({
    ...settings,
    SSO_CLIENT_ID: 'known later',
    SSO_CLIENT_SECRET: 'known later',
    SSO_ENCRYPTION_KEYS: `later:${Buffer.alloc(32).toString('base64')}`,
    PERMITS_DATABASE_URL: 'postgres://localhost/permits',
  })
}

interface Stage {
  readonly settings: Environment
  readonly dataDir: string
  readonly closings: (() => Promise<void>)[]
}

async function openPermits(
  foundation: Foundation,
  { settings, dataDir, closings }: Stage,
): Promise<{ permits: RunningPermits; clientId: string }> {
  const database = await openPermitsDatabase(dataDir, say)
  closings.push(() => database.close())
  const callback = `${settings['SSO_PROGRAM_URL']?.replace(/\/+$/, '')}/api/v1/sso/callback/`
  const secrets = await registerPermits(foundation, { dataDir, redirectUri: callback })
  const config: PermitsConfig = readPermitsConfig({
    ...settings,
    SSO_CLIENT_ID: secrets.clientId,
    SSO_CLIENT_SECRET: secrets.clientSecret,
    SSO_ENCRYPTION_KEYS: secrets.encryptionKeys,
    PERMITS_DATABASE_URL: database.url,
  })
  await addOldAccount(config.databaseUrl, OLD_DEMO)
  const permits = await startPermits(config)
  closings.push(() => permits.close())
  return { permits, clientId: secrets.clientId }
}

interface Welcome {
  readonly permits: RunningPermits
  readonly clientId: string
  readonly service: string
  readonly mailbox: string
  readonly dataDir: string
}

function welcome({ permits, clientId, service, mailbox, dataDir }: Welcome): string {
  return `
Portico is running.

  Parking permits, a program   ${permits.url}
  The identity service         ${service}/account/
  Every mail it sends          ${mailbox}

  A citizen that is there      ${DEMO.email}
  One with an old account      ${OLD_DEMO.email}
  The password of both         ${DEMO_PASSWORD}
  Of the old account           ${OLD_DEMO.password}
  The program's client id      ${clientId}

What to click: open ${permits.url}, press "Sign in", and sign in as ${DEMO.email}; or press
"Create an account" there and find its mail in the mailbox. Then apply for a permit.
To connect an old account, sign in as ${OLD_DEMO.email}: the page says that she has one at parking permits, and asks
for its password. That works once; from then on the old password opens nothing.
Ctrl-C stops everything; the data stay in ${dataDir}.
`
}

await runToTheEnd(main)
