import { expect, test } from 'vitest'
import type { Server } from './address.ts'
import { anyServer } from './any-server.ts'
import type { Connection } from './connection.ts'
import { DatabaseUnavailable } from './database.ts'

/** A connection that the test has instead of a real one. */
function fakeConnection() {
  const seen = { closed: 0 }
  const connection = {
    onLoss: () => () => undefined,
    close: async () => void (seen.closed += 1),
  } as unknown as Connection
  return { connection, seen }
}

/** Servers whose answers the test gives. */
function openServers(count: number) {
  const servers = Array.from({ length: count }, (_, index) => ({ host: `server-${index}`, port: 5432 }))
  const asked: { server: Server; answer: PromiseWithResolvers<Connection> }[] = []
  const open = (server: Server) => {
    const answer = Promise.withResolvers<Connection>()
    asked.push({ server, answer })
    return answer.promise
  }
  const looked: Server[] = []
  return {
    ...{ servers, asked, looked },
    connect: anyServer(servers, open, (others) => void looked.push(...others)),
    /** Waits until so many were asked. */
    whenAsked: (count: number) => expect.poll(() => asked.length).toBe(count),
  }
}

test('of two that succeed the first is used, and the other is closed', async () => {
  const { connect, asked, whenAsked } = openServers(2)
  const [first, second] = [fakeConnection(), fakeConnection()]
  const found = connect()
  await whenAsked(2)
  asked[1]?.answer.resolve(second.connection)
  expect(await found).toBe(second.connection)
  asked[0]?.answer.resolve(first.connection)
  await expect.poll(() => first.seen.closed).toBe(1)
  expect(second.seen.closed).toBe(0)
})

test('each is asked once, and when all have failed the last failure is told', async () => {
  const { connect, asked, whenAsked } = openServers(3)
  const found = connect().catch((error: unknown) => error)
  for (const index of [0, 1, 2]) {
    await whenAsked(index + 1)
    asked[index]?.answer.reject(new DatabaseUnavailable(`failure ${index}`))
  }
  expect(await found).toEqual(new DatabaseUnavailable('failure 2'))
  expect(asked.map(({ server }) => server.host)).toEqual(['server-0', 'server-1', 'server-2'])
})

test('while one is silent the failure of the others is not the end', async () => {
  const { connect, asked, whenAsked } = openServers(2)
  const { connection } = fakeConnection()
  const found = connect()
  await whenAsked(2)
  asked[1]?.answer.reject(new DatabaseUnavailable('a standby'))
  asked[0]?.answer.resolve(connection)
  expect(await found).toBe(connection)
})

test('while one is silent, one that refused is asked again, because it may have been promoted', async () => {
  const { connect, asked, servers, whenAsked } = openServers(3)
  const { connection } = fakeConnection()
  const found = connect()
  await whenAsked(2)
  asked[1]?.answer.reject(new DatabaseUnavailable('a standby'))
  await whenAsked(3)
  asked[2]?.answer.reject(new DatabaseUnavailable('a standby'))
  await whenAsked(4)
  expect(asked[3]?.server).toBe(servers[1])
  asked[3]?.answer.resolve(connection)
  expect(await found).toBe(connection)
})

test('when the silent one has failed, too, the end comes', async () => {
  const { connect, asked, whenAsked } = openServers(2)
  const found = connect().catch((error: unknown) => error)
  await whenAsked(2)
  asked[1]?.answer.reject(new DatabaseUnavailable('a standby'))
  await whenAsked(3)
  asked[2]?.answer.reject(new DatabaseUnavailable('a standby'))
  asked[0]?.answer.reject(new DatabaseUnavailable('silent for too long'))
  expect(await found).toEqual(new DatabaseUnavailable('silent for too long'))
})

test('a refusal that is no outage, such as a wrong password, is told at once', async () => {
  const { connect, asked, whenAsked } = openServers(3)
  const found = connect().catch((error: unknown) => error)
  await whenAsked(1)
  const refusal = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  asked[0]?.answer.reject(refusal)
  expect(await found).toBe(refusal)
  expect(asked).toHaveLength(1)
})

test('the first connection lets the other servers be looked at, and further ones do not', async () => {
  const { connect, asked, looked, servers, whenAsked } = openServers(2)
  const first = connect()
  await whenAsked(1)
  asked[0]?.answer.resolve(fakeConnection().connection)
  await first
  expect(looked).toEqual([servers[1]])
  const second = connect()
  await whenAsked(2)
  asked[1]?.answer.resolve(fakeConnection().connection)
  await second
  expect(looked).toHaveLength(1)
})
