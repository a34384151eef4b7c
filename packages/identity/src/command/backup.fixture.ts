import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { TestService } from '../../testing/test-service.ts'
import { openLetter } from '../mail/sealed-letter.ts'
import { openPool } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { portico, type Ran, settingsFor } from './portico.fixture.ts'

/** A folder and databases of one test file, removed together. */
export interface Workbench {
  /** An unused path below the folder. */
  newPath(): string
  newDatabase(template?: string): Promise<TestDatabase>
  clear(): Promise<void>
}

/** Makes a workbench. */
export async function openWorkbench(): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-backup-'))
  const databases: TestDatabase[] = []
  let paths = 0
  return {
    newPath: () => join(folder, `path-${++paths}`),
    async newDatabase(template) {
      const database = await createTestDatabase(template)
      databases.push(database)
      return database
    },
    async clear() {
      await Promise.all(databases.map((database) => database.drop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a command on a test's database. */
export function on(database: TestDatabase, ...args: readonly string[]): Promise<Ran> {
  return portico(settingsFor(database), args)
}

/** The whole content of a folder, in one text. */
export async function readAll(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort()
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

/** Changes one file of a backup. */
export async function change(folder: string, name: string, bend: (text: string) => string): Promise<void> {
  const path = join(folder, name)
  const before = await readFile(path, 'utf8')
  const after = bend(before)
  if (after === before) throw new Error(`${name} is as before`)
  await writeFile(path, after)
}

/** Reads a database in a session that is then closed, so that it does not block a restore. */
export async function glance<Value>(
  { address }: TestDatabase,
  look: (db: Database) => Promise<Value>,
): Promise<Value> {
  const db = openPool(address, { connections: 1, deadlineMilliseconds: 30_000, access: 'any' })
  try {
    return await look(db)
  } finally {
    await db.close()
  }
}

/** All rows of all tables except counters and migrations. A refused restore must not change them. */
export async function contentOf(database: TestDatabase): Promise<string> {
  const found = await glance(
    database,
    (db) => db.query<{ content: string }>`
      select string_agg(query_to_xml(format('select * from %I order by 1, 2', tablename), false, true, '')::text, '|'
                        order by tablename) as content
        from pg_tables where schemaname = 'public'
                         and tablename not in ('schema_migrations', 'rate_counters', 'sign_in_failures')`,
  )
  return found[0]?.content ?? ''
}

/** The link in the letter that waits for an address. */
export async function linkTo(service: TestService, address: string): Promise<string> {
  const letters = await glance(
    service.database,
    (db) => db.query<{ id: string; sealed: Buffer }>`
      select message_id as id, sealed_content as sealed from outbox where recipient = ${address}`,
  )
  const [letter] = letters.map(({ id, sealed }) => openLetter(service.foundation.keyring, id, sealed).letter)
  if (!letter || !('link' in letter)) throw new Error(`No link for ${address}`)
  const { pathname, search } = new URL(letter.link.reveal())
  return pathname + search
}

/** Asks for a mailed link over the API. */
export async function askForLink(service: TestService, path: string, fields: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  })
  expect(answer.status).toBe(202)
}
