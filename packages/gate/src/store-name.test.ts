import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInWith } from '../../program/testing/cookie-browser.ts'
import { useDatabaseFiles } from '../../program/testing/database-file.ts'
import { type ServedIdentity, serveIdentity } from '../../program/testing/served-identity.ts'
import { createTestDatabase, type TestDatabase } from '../../program/testing/test-database.ts'
import { type EchoBackEnd, startEcho } from '../testing/echo-back-end.ts'
import { startGateProcess } from '../testing/gate-command.ts'
import { browserThrough, gateSettings, send } from '../testing/gate-stage.ts'

/** Two gates of two programs in one database, each with a name for its store. */

const newFile = useDatabaseFiles()
const HOST = { host: 'permits.example.test' }
let database: TestDatabase
let served: ServedIdentity
let backEnd: EchoBackEnd

beforeAll(async () => {
  ;[database, served, backEnd] = await Promise.all([createTestDatabase(2), serveIdentity(), startEcho()])
})
afterAll(async () => {
  await backEnd.close()
  await served.close()
  await database.drop()
})

interface Place {
  readonly url: string
  /** The tables of sessions and of citizens that are there. */
  tables(): Promise<readonly string[]>
}

function inPostgres(): Place {
  const { host, port, user, name, pool } = database
  return {
    url: `postgres://${user}@localhost/${name}?host=${host}&port=${port}`,
    async tables() {
      const { rows } = await pool.query<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables
          where tablename = 'sessions' or tablename like '%gate_citizens'`,
      )
      return rows.map(({ name: table }) => table.replace('public.', '')).toSorted()
    },
  }
}

function inFile(): Place {
  const file = newFile()
  return {
    url: `sqlite:${file}`,
    async tables() {
      const open = new DatabaseSync(file, { readOnly: true })
      const rows = open
        .prepare(
          "select name from sqlite_master where type = 'table' and (name like '%\\_sessions' escape '\\' or name like '%gate\\_citizens' escape '\\') order by 1",
        )
        .all()
      open.close()
      return rows.map(({ name }) => String(name))
    },
  }
}

// proves: threat-program-shared-store
test.each([
  [
    'PostgreSQL',
    inPostgres,
    ['library.sessions', 'library_gate_citizens', 'permits.sessions', 'permits_gate_citizens'],
  ],
  [
    'a file',
    inFile,
    ['library_gate_citizens', 'library_sessions', 'permits_gate_citizens', 'permits_sessions'],
  ],
] as const)(
  'in %s, who is signed in at one of them is nobody at the other',
  async (_where, placeOf, tables) => {
    const place = placeOf()
    const common = {
      ...gateSettings(served, place.url),
      ...{ GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`, GATE_DRAIN_SECONDS: '0' },
    }
    const permits = await startGateProcess({ ...common, SSO_STORE_NAME: 'permits' })
    const library = await startGateProcess({ ...common, SSO_CLIENT_ID: 'library', SSO_STORE_NAME: 'library' })
    try {
      const browser = browserThrough((asked) =>
        send(permits.port, { ...asked, headers: { ...asked.headers, ...HOST } }),
      )
      const citizen = served.identity.addCitizen({ email: 'ana@example.test', name: 'Ana' })
      await signInWith(browser, (url) => served.identity.authorize(url, citizen))
      const statusAt = async (port: number) =>
        (await send(port, { path: '/permits', headers: browser.headers(HOST) })).status
      expect([await statusAt(permits.port), await statusAt(library.port)]).toEqual([200, 401])
      expect(await statusAt(permits.port)).toBe(200)
      expect(await place.tables()).toEqual(tables)
    } finally {
      await Promise.all([permits.stop(), library.stop()])
    }
  },
)
