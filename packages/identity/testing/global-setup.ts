import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedServer } from '@portico/embedded-postgres'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { TEMPLATE_DATABASE, type TestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** Starts the real embedded PostgreSQL once for a test run, with a migrated template that each test database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'))
  // As root the server runs as nobody, who must be able to reach its data.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedServer({ dataDir, progress: () => undefined })
  const address = { socketDir: server.socketDir, port: server.port, user: server.user }
  const path = `${address.socketDir}/.s.PGSQL.${address.port}`
  const admin = postgres({
    path,
    user: address.user,
    database: server.database,
    max: 1,
    onnotice: () => undefined,
  })
  await admin.unsafe(`create database ${TEMPLATE_DATABASE}`)
  await migrate({ kind: 'socket', ...address, database: TEMPLATE_DATABASE })
  await admin.end()
  project.provide('testServer', address)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
