import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { Connection } from './connection.ts'
import { DatabaseUnavailable } from './database.ts'

const statement = (text: TemplateStringsArray) => text

test('a statement on a connection that is being closed, and whose socket ends, is told of an outage and not of a fault', async () => {
  const database = await createTestDatabase()
  const { socketDir, port, user, database: name } = database.address
  const sockets: Socket[] = []
  const proxy = createServer((socket) => {
    const server = socketDir.startsWith('/')
      ? connect(`${socketDir}/.s.PGSQL.${port}`)
      : connect(port, socketDir)
    sockets.push(socket)
    for (const each of [socket, server]) each.on('error', () => undefined)
    server.pipe(socket)
    socket.pipe(server)
    socket.on('close', () => server.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const place = proxy.address()
  if (place === null || typeof place === 'string') throw new Error('The proxy does not listen')
  const client = new pg.Client({ host: '127.0.0.1', port: place.port, user, database: name, pipeline: true })
  await client.connect()
  const connection = new Connection(client)
  const answer = connection.query(statement`select pg_sleep(60)`, []).catch((error: unknown) => error)
  const closed = connection.close(60_000)
  for (const socket of sockets) socket.end()
  expect(await answer).toBeInstanceOf(DatabaseUnavailable)
  await closed
  proxy.close()
  await database.drop()
})
