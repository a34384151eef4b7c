import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createCitusDatabase } from '../../testing/citus-servers.ts'
import { createTestDatabase, onEach, type TestDatabase } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { prepareConsole, SIGN_IN_SCHEMA, VIEWS_SCHEMA } from '../console-role/index.ts'
import { TABLES } from '../room-heads.ts'
import { portico, settingsFor } from './portico.fixture.ts'

describe.runIf(isDistributed)('the console where the tables are distributed', () => {
  const { workers, ...coordinator } = inject('testServer')
  const servers = [coordinator, ...workers]
  const role = `console_${randomBytes(5).toString('hex')}`
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await onEach(servers, 'postgres', `create role ${role} login`)
  })
  afterAll(async () => {
    await database.drop()
    await onEach(servers, 'postgres', `drop role ${role}`)
  })

  test('is not prepared: the command says that operators use the commands, and registers nothing', async () => {
    const words = ['console', 'prepare', role, '--url', 'https://console.example.test']
    const ran = await portico(settingsFor(database), words)
    expect(ran.exitCode).toBe(1)
    expect(ran.err).toContain('operators use the commands (docs/citus.md)')
    expect(await database.db.query`select 1 from clients`).toEqual([])
    expect(await schemas(database.database)).toEqual([])
  })

  test('keeps the tables from being distributed until its views are taken away', async () => {
    const name = `${database.database}_console`
    await createCitusDatabase({ ...coordinator, workers }, name)
    const address = { kind: 'socket', ...coordinator, database: name } as const
    expect(await prepareConsole(address, { role, tables: TABLES })).toMatchObject({ ok: true })
    const settings = {
      ...settingsFor(database),
      PORTICO_DATABASE_URL: database.url.replace(database.database, name),
    }
    const distribute = (...words: readonly string[]) => portico(settings, ['distribute', ...words])
    for (const words of [['--dry-run'], []]) {
      const refused = await distribute(...words)
      expect(refused.exitCode).toBe(1)
      expect(refused.err).toContain(`drop schema ${VIEWS_SCHEMA}, ${SIGN_IN_SCHEMA} cascade`)
    }
    await onEach([coordinator], name, `drop schema ${VIEWS_SCHEMA}, ${SIGN_IN_SCHEMA} cascade`)
    expect((await distribute()).exitCode).toBe(0)
    await onEach(servers, 'postgres', `drop database ${name} with (force)`)
  })

  const schemas = async (name: string) => {
    const [found] = await onEach(
      [coordinator],
      name,
      `select 1 from pg_namespace where nspname = '${VIEWS_SCHEMA}'`,
    )
    return found
  }
})
