import { appendEvent } from '../audit/index.ts'
import { addClient, listClients, sayClientFault } from '../clients/index.ts'
import type { Config } from '../config.ts'
import { type PrepareRefusal, prepareConsole } from '../console-role/index.ts'
import { changedLimits, LIMIT_VARIABLES } from '../limit-settings.ts'
import { isLoopback, readOwnOrigin } from '../own-origin.ts'
import { objectSchema, type Schema, textSchema } from '../platform/operation.ts'
import type { DatabaseAddress } from '../platform/postgres/address.ts'
import { TABLES } from '../room-heads.ts'
import { type ActCall, type Answer, CommandRefused, UsageFault } from './command.ts'

const LIMIT_OF_SERVICE = textSchema('A limit of the service; not here where nobody has changed it.')

const LIMIT_NAMES = Object.values(LIMIT_VARIABLES).map(({ name }) => name)

const ROLE_OF_CONSOLE: Readonly<Record<string, Schema>> = { role: textSchema('The role of PostgreSQL.') }

const SETTINGS_OF_CONSOLE: Readonly<Record<string, Schema>> = {
  PORTICO_CONSOLE_DATABASE_URL: textSchema('The address of an embedded server; else it is not here.'),
  PORTICO_CONSOLE_URL: textSchema('Where the console is.'),
  PORTICO_CONSOLE_IDENTITY_URL: textSchema('Where the service is.'),
  PORTICO_CONSOLE_CLIENT_ID: textSchema('Its client.'),
  PORTICO_CONSOLE_CLIENT_SECRET: textSchema('The secret of the client, which is not shown again.'),
  PORTICO_CONSOLE_KEY: textSchema('The key of the console, which is not shown again.'),
  PORTICO_CONSOLE_SERVICE_NAME: textSchema('The name of the service; not here where its look has one.'),
  PORTICO_BRAND_FILE: textSchema('The file of the look of the service; not here where it has none.'),
  PORTICO_TIME_ZONE: textSchema('The time zone of its pages and letters.'),
  ...Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMIT_OF_SERVICE])),
}

/** The settings of a new console; of one that was registered before, its client. */
export const PREPARED_CONSOLE: Schema = {
  oneOf: [
    objectSchema('KnownConsole', { ...ROLE_OF_CONSOLE, client_id: textSchema('Its client.') }),
    objectSchema('PreparedConsole', { ...ROLE_OF_CONSOLE, ...SETTINGS_OF_CONSOLE }, [
      'PORTICO_CONSOLE_DATABASE_URL',
      'PORTICO_CONSOLE_SERVICE_NAME',
      'PORTICO_BRAND_FILE',
      ...LIMIT_NAMES,
    ]),
  ],
}

const KEY_BYTES = 32

/** An embedded server trusts every process that reaches its folder, so a role protects nothing there. It is good enough to try the console out. */
const EMBEDDED =
  'The console needs a PostgreSQL server of your own (PORTICO_DATABASE_URL): an embedded one lets whoever runs the console be any role (docs/runbooks/console.md).'

/** Prepares the database for the console, and registers it as the program that it is. */
export async function consolePrepare({ given, openDatabase, config }: ActCall): Promise<Answer> {
  const origin = readOrigin(given.text('url') ?? '')
  const role = given.operand('ROLE')
  const settingsOfService = config()
  if (settingsOfService.database.kind === 'embedded' && !isLoopback(settingsOfService.baseUrl))
    throw new CommandRefused(EMBEDDED)
  const database = await openDatabase()
  const callback = `${origin}/api/v1/sso/callback/`
  const known = (await listClients(database.db)).find(({ redirectUris }) => redirectUris.includes(callback))
  const prepared = await prepareConsole(database.address, { role, tables: TABLES })
  if (!prepared.ok) throw new CommandRefused(REFUSALS[prepared.refusal](role))
  await appendEvent(database, { name: 'console-prepared', origin: database.by, details: { role } })
  if (known)
    return {
      json: { role, client_id: known.clientId },
      lines: [
        `The role ${role} reads what the console shows, and nothing secret; no other role does any more. The console was registered before, as ${known.clientId}: its settings stay. Another secret: portico client secret add ${known.clientId} --reason TEXT`,
      ],
    }
  const added = await addClient(database, {
    ...{ name: `${settingsOfService.serviceName} console`, redirectUris: [callback] },
    ...{ scope: 'openid profile email offline_access', confirmation: 'skip-first-time' },
    ...{ tokenLimitPerMinute: null, introspectionLimitPerMinute: null },
  })
  if (!added.ok) throw new CommandRefused(sayClientFault(added.refusal))
  const { client, clientSecret } = added.value
  const settings = {
    ...ownDatabase(database.address, role),
    PORTICO_CONSOLE_URL: origin,
    PORTICO_CONSOLE_IDENTITY_URL: settingsOfService.baseUrl,
    PORTICO_CONSOLE_CLIENT_ID: client.clientId,
    PORTICO_CONSOLE_CLIENT_SECRET: clientSecret.reveal(),
    PORTICO_CONSOLE_KEY: database.random.bytes(KEY_BYTES).toString('base64'),
    ...lookOf(settingsOfService),
    PORTICO_TIME_ZONE: settingsOfService.timeZone,
    // What the console says of a spent limit depends on it.
    ...changedLimits(settingsOfService.limits),
  }
  return {
    json: { role, ...settings },
    lines: [
      `The role ${role} reads what the console shows, and nothing secret. The console is registered as ${client.clientId}.`,
      '',
      'For the settings of the console; secret and key are not shown again. PORTICO_CONSOLE_DATABASE_URL, where it is not among them, is the address of your database with this role:',
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      '',
      'For the settings of the service, if operators shall act from the console (docs/runbooks/console.md):',
      `PORTICO_ORDERS_FROM=${client.clientId}`,
    ],
  }
}

/** The name and the look of the service. Where its look has a name for each language, no setting takes its place. */
function lookOf({ brand, serviceName, settingsInForce }: Config): Readonly<Record<string, string>> {
  const file = settingsInForce.find(({ name }) => name === 'PORTICO_BRAND_FILE')?.value ?? ''
  return {
    ...(brand?.name === undefined && { PORTICO_CONSOLE_SERVICE_NAME: serviceName }),
    ...(brand && { PORTICO_BRAND_FILE: file }),
  }
}

/** The address of an embedded server, which only this machine reaches. */
function ownDatabase(address: DatabaseAddress, role: string): Readonly<Record<string, string>> {
  if (address.kind !== 'socket') return {}
  const { socketDir, port, database } = address
  const place = new URLSearchParams({ host: socketDir, port: String(port) })
  return {
    PORTICO_CONSOLE_DATABASE_URL: `postgres://${encodeURIComponent(role)}@localhost/${database}?${place}`,
  }
}

/** Reads where the console is, as the console does. Throws UsageFault. */
function readOrigin(given: string): string {
  const { origin, faults } = readOwnOrigin(given)
  if (faults.length === 0) return origin
  throw new UsageFault(
    '--url must be an origin with https and without a path, such as https://console.example.org; http only on this machine, and no port that browsers refuse to open.',
  )
}

const REFUSALS: Readonly<Record<PrepareRefusal, (role: string) => string>> = {
  'unknown-role': (role) =>
    `There is no role ${role}. Whoever runs the database makes it, with a password of its own: create role NAME login password '…' (docs/runbooks/console.md).`,
  'may-do-more': (role) =>
    `The role ${role} may do more than the console may: it reads the tables themselves, or may act as another role. Take one that has no rights (docs/runbooks/console.md).`,
  'several-servers': () =>
    'The tables are distributed, and there the console has no role that reads them and nothing secret: operators use the commands (docs/citus.md).',
}
