import { addClient, sayClientFault } from '../clients/index.ts'
import { type PrepareRefusal, prepareConsole } from '../console-role/index.ts'
import type { DatabaseAddress } from '../platform/postgres/address.ts'
import { TABLES } from '../room-heads.ts'
import { type ActCall, type Answer, CommandRefused, UsageFault } from './command.ts'

const KEY_BYTES = 32

/** Prepares the database for the console, and registers it as the program that it is. */
export async function consolePrepare({ given, openDatabase, config }: ActCall): Promise<Answer> {
  const origin = readOrigin(given.text('url') ?? '')
  const role = given.operand('ROLE')
  const database = await openDatabase()
  const prepared = await prepareConsole(database.address, { role, tables: TABLES })
  if (!prepared.ok) throw new CommandRefused(sayRefusal(prepared.refusal, role))
  const added = await addClient(database, {
    ...{ name: `${config().serviceName} console`, redirectUris: [`${origin}/api/v1/sso/callback/`] },
    ...{ scope: 'openid profile email offline_access', confirmation: 'skip-first-time' },
    ...{ tokenLimitPerMinute: null, introspectionLimitPerMinute: null },
  })
  if (!added.ok) throw new CommandRefused(sayClientFault(added.refusal))
  const { client, clientSecret } = added.value
  const settings = {
    ...ownDatabase(database.address, role),
    PORTICO_CONSOLE_URL: origin,
    PORTICO_CONSOLE_IDENTITY_URL: config().baseUrl,
    PORTICO_CONSOLE_CLIENT_ID: client.clientId,
    PORTICO_CONSOLE_CLIENT_SECRET: clientSecret.reveal(),
    PORTICO_CONSOLE_KEY: database.random.bytes(KEY_BYTES).toString('base64'),
  }
  return {
    json: { role, ...settings },
    lines: [
      `The role ${role} reads what the console shows, and nothing secret. The console is registered as ${client.clientId}.`,
      '',
      'For the settings of the console; secret and key are not shown again. PORTICO_CONSOLE_DATABASE_URL, where it is not among them, is the address of your database with this role:',
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ],
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

/** Reads where the console is: an origin, without a path. Throws UsageFault. */
function readOrigin(given: string): string {
  const url = URL.parse(given)
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && (given === url.origin || given === `${url.origin}/`)
  if (isOrigin) return url.origin
  throw new UsageFault('--url must be an origin without a path, such as https://console.example.org.')
}

function sayRefusal(refusal: PrepareRefusal, role: string): string {
  return refusal === 'unknown-role'
    ? `There is no role ${role}. Whoever runs the database makes it, with a password of its own: create role NAME login password '…' (docs/runbooks/console.md).`
    : `The role ${role} may do more than the console may: it reads the tables themselves, or may act as another role. Take one that has no rights (docs/runbooks/console.md).`
}
