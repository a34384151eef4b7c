import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabaseFiles } from '../testing/database-file.ts'
import { noMariadb, useMariadb } from '../testing/mariadb.ts'
import { askOf, type TestProgram, testProgram } from '../testing/program.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { runCommand } from './command/index.ts'
import { createProgramSso } from './create.ts'
import type { SsoStore } from './store/index.ts'
import { mysqlStore } from './store/mysql/index.ts'
import { postgresStore } from './store/postgres/index.ts'
import { openDatabase, sqliteStore } from './store/sqlite/index.ts'
import { type FakeClock, fakeClock, memoryStore, signInThrough } from './testing/index.ts'

// Two programs of one identity service, with other citizens behind the same local ids, on one database.

let postgres: TestDatabase
const mariadb = useMariadb()
const newFile = useDatabaseFiles()
beforeAll(async () => {
  postgres = await createTestDatabase(20)
})
afterAll(() => postgres.drop())

/** Makes stores of one database, by their names. */
type OneDatabase = (name: string | null, clock: FakeClock) => SsoStore

let schemas = 0
const DATABASES: readonly (readonly [string, () => Promise<OneDatabase>])[] = [
  [
    'PostgreSQL',
    async () => {
      const usual = `shared_${(schemas += 1)}`
      return (name, clock) =>
        postgresStore(postgres.pool, { schema: name ? `${usual}_${name}` : usual, clock }) as SsoStore
    },
  ],
  [
    'a file of SQLite',
    async () => {
      const database = openDatabase(newFile())
      return (name, clock) => sqliteStore(database, { ...(name && { name }), clock }) as SsoStore
    },
  ],
  [
    'MariaDB',
    async () => {
      const pool = mariadb.pool({ ...(await mariadb.newDatabase()), connectionLimit: 10 })
      return (name, clock) => mysqlStore(pool, { ...(name && { name }), clock }) as SsoStore
    },
  ],
  [
    'memory',
    async () => {
      const stores = new Map<string | null, SsoStore>()
      return (name, clock) => {
        const store = stores.get(name) ?? (memoryStore({ clock }) as SsoStore)
        stores.set(name, store)
        return store
      }
    },
  ],
]

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const signIn = async ({ sso, identity }: TestProgram, email: string) =>
  signInThrough(sso, identity, identity.addCitizen({ email }))

/** Parking permits, and another program with the same local ids, each with a store of the database. */
const twoPrograms = (stores: OneDatabase, nameOfSecond: string | null = null) => {
  const clock = fakeClock()
  const parking = testProgram({ clock, store: stores(null, clock) })
  const log: string[] = []
  const libraryConfig = {
    ...parking.config,
    store: stores(nameOfSecond, clock),
    identity: { ...parking.config.identity, clientId: 'library' },
    logger: {
      log: (_level: string, event: string, fields: object) =>
        void log.push(`${event} ${JSON.stringify(fields)}`),
    },
  }
  return { parking, library: createProgramSso(libraryConfig), libraryConfig, log }
}

const sentence = (program: TestProgram) =>
  `This store belongs to the program "${program.identity.clientId}" at ${program.identity.baseUrl}, and this is "library" at ${program.identity.baseUrl}: give this program a store of its own`

describe.each(DATABASES)('two programs share %s', (where, database) => {
  const isSkipped = where === 'MariaDB' && noMariadb !== null

  // proves: threat-program-shared-store
  test.skipIf(isSkipped)('and the second one opens nothing with the bearer of the first', async () => {
    const { parking, library, log } = twoPrograms(await database())
    await parking.sso.migrate()
    const { accessToken, refreshToken } = await signIn(parking, 'ana@example.test')
    expect(await library.authenticate(bearer(accessToken))).toMatchObject({
      http: 503,
      code: 'misconfigured',
    })
    for (const [path, body] of [
      ['begin/', { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'c'.repeat(43) }],
      ['refresh/', { refresh_token: refreshToken }],
      ['logout/', undefined],
    ] as const)
      expect((await askOf(library, 'POST', path, { body, bearer: accessToken })).status).toBe(503)
    await expect(library.purge()).rejects.toThrow(sentence(parking))
    await expect(library.forget('account-1')).rejects.toThrow(sentence(parking))
    await expect(library.unlinkedAccount('account-1')).rejects.toThrow(sentence(parking))
    expect(log.some((line) => line.startsWith('store_of_another_program'))).toBe(true)
    expect(await parking.sso.authenticate(bearer(accessToken))).toMatchObject({ status: 'ok' })
  })

  test.skipIf(isSkipped)(
    'and the start, the health and the doctor of the second one say so in one sentence',
    async () => {
      const { parking, library } = twoPrograms(await database())
      await parking.sso.migrate()
      await expect(library.migrate()).rejects.toThrow(sentence(parking))
      await expect(library.migrate()).rejects.toMatchObject({ name: 'StoreOfAnotherProgram' })
      const { checks } = await library.doctor()
      expect(checks.find(({ id }) => id === 'store-owner')).toMatchObject({
        ok: false,
        message: expect.stringContaining(sentence(parking)),
      })
      expect(await library.health()).toMatchObject({
        misconfigured: expect.stringContaining(sentence(parking)),
        ...{ activeSessions30s: 0, endedFeed: 'off', revocations: { waiting: 0, since: null } },
      })
      expect(await parking.sso.health()).toMatchObject({ misconfigured: null })
      const own = (await parking.sso.doctor()).checks.find(({ id }) => id === 'store-owner')
      expect(own).toEqual({ id: 'store-owner', ok: true, message: 'The store belongs to this program.' })
    },
  )

  test.skipIf(isSkipped)('each with names of its own, and both sign citizens in', async () => {
    const { parking, library, libraryConfig } = twoPrograms(await database(), 'library')
    await parking.sso.migrate()
    await library.migrate()
    const { accessToken } = await signIn(parking, 'ana@example.test')
    expect(await library.authenticate(bearer(accessToken))).toMatchObject({ code: 'token_unknown' })
    expect(await libraryConfig.store.version()).toMatchObject({ owner: { clientId: 'library' } })
    expect(await parking.sso.authenticate(bearer(accessToken))).toMatchObject({ status: 'ok' })
  })

  test.skipIf(isSkipped)('that an earlier release migrated: the first one to use it has it', async () => {
    const { parking, library } = twoPrograms(await database())
    await parking.store.migrate()
    expect((await parking.store.version()).owner).toBe(null)
    const { accessToken } = await signIn(parking, 'ana@example.test')
    expect(await parking.store.version()).toMatchObject({
      owner: { issuer: parking.identity.baseUrl, clientId: parking.identity.clientId },
    })
    expect(await library.authenticate(bearer(accessToken))).toMatchObject({ http: 503 })
  })

  test.skipIf(isSkipped)('and forty processes of both that start at once leave one owner', async () => {
    const { parking, library } = twoPrograms(await database())
    const started = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? parking.sso : library).migrate()),
    )
    const { owner } = await parking.store.version()
    const isParking = owner?.clientId === parking.identity.clientId
    const winners = started.map(({ status }) => status === 'fulfilled')
    expect(winners).toEqual(winners.map((_, n) => (n % 2 === 0) === isParking))
  })

  test.skipIf(isSkipped)('and a program with another client id takes its own store over', async () => {
    const { parking, library, libraryConfig } = twoPrograms(await database())
    await parking.sso.migrate()
    const issuer = parking.identity.baseUrl
    await libraryConfig.store.migrate({ issuer, clientId: 'library' }, { takesOver: true })
    expect(await library.migrate()).toMatchObject({ to: expect.any(Number) })
    await expect(parking.sso.migrate()).rejects.toThrow('This store belongs to the program "library"')
  })
})

describe('the command', () => {
  const run = async (args: readonly string[], environment: Record<string, string>) => {
    const lines: string[] = []
    const take = (text: string) => void lines.push(text)
    return { code: await runCommand(args, { line: take, fault: take }, environment), text: lines.join('\n') }
  }
  const settings = (file: string, clientId: string, more: Record<string, string> = {}) => ({
    DATABASE_URL: `sqlite:${file}`,
    SSO_CLIENT_ID: clientId,
    SSO_IDENTITY_URL: 'https://id.example.test/',
    ...more,
  })

  test('migrates the store of its program alone, under the name that is set', async () => {
    const file = newFile()
    expect((await run(['migrate'], settings(file, 'parking'))).code).toBe(0)
    const refused = await run(['migrate'], settings(file, 'library'))
    expect(refused).toMatchObject({
      code: 1,
      text: expect.stringContaining('belongs to the program "parking"'),
    })
    const named = await run(['migrate'], settings(file, 'library', { SSO_STORE_NAME: 'library' }))
    expect(named).toMatchObject({ code: 0, text: expect.stringContaining('from version 0') })
    expect((await run(['migrate', '--take-over'], settings(file, 'library'))).code).toBe(0)
    expect((await run(['migrate'], settings(file, 'parking'))).code).toBe(1)
  })

  test.each(['Sso', 'a-b', 'a;drop', 'x'.repeat(33)])('refuses the name %j of a store', async (name) => {
    const { code, text } = await run(['migrate'], settings(newFile(), 'parking', { SSO_STORE_NAME: name }))
    expect([code, text]).toEqual([1, expect.stringContaining('SSO_STORE_NAME')])
    expect(() => sqliteStore(openDatabase(newFile()), { name })).toThrow('must be at most 32')
  })
})
