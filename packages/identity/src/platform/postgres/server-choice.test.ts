import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { Server } from './address.ts'
import { DatabaseUnavailable } from './database.ts'
import { connectionOpener } from './open-connection.ts'
import { serverChoice } from './server-choice.ts'

/** A choice of this many servers, with a clock that the test sets. */
function openChoice(count: number) {
  let now = 10_000
  const servers: readonly Server[] = Array.from({ length: count }, (_, index) => ({
    host: `server-${index}`,
    port: 5432,
  }))
  const choose = serverChoice(servers, () => now)
  return {
    advance: (milliseconds: number) => void (now += milliseconds),
    /** An attempt, and its server. */
    attempt() {
      const attempt = choose()
      if (!attempt) throw new Error('no server is left')
      return { ...attempt, index: servers.indexOf(attempt.server) }
    },
    /** An open connection. */
    connect() {
      const attempt = this.attempt()
      attempt.succeeded()
      return attempt
    },
    isEmpty: () => choose() === undefined,
  }
}

test('the first that is named is taken, for as long as nothing speaks against it', () => {
  const choice = openChoice(2)
  expect([choice.connect().index, choice.connect().index]).toEqual([0, 0])
})

test('a server whose connection is over at once is left alone for a quarter of a second', () => {
  const choice = openChoice(2)
  const first = choice.connect()
  choice.advance(999)
  first.ended()
  expect(choice.attempt().index).toBe(1)
  choice.advance(249)
  expect(choice.attempt().index).toBe(1)
  choice.advance(1)
  expect(choice.attempt().index).toBe(0)
})

test('a server that takes no connection is left alone, however long it took to find out', () => {
  const choice = openChoice(3)
  const failing = choice.attempt()
  choice.advance(60_000)
  failing.ended()
  expect([failing.index, choice.connect().index]).toEqual([0, 1])
})

test('where a connection was made the next one is made, wherever it is named, and after it has lasted, too', () => {
  const choice = openChoice(3)
  for (const index of [0, 1]) {
    const next = choice.attempt()
    expect(next.index).toBe(index)
    next.ended()
  }
  const lasting = choice.connect()
  choice.advance(1_000)
  lasting.ended()
  choice.advance(5_000)
  expect([lasting.index, choice.attempt().index]).toEqual([2, 2])
})

test('when all are left alone nobody is asked', () => {
  const choice = openChoice(2)
  const first = choice.attempt()
  first.ended()
  choice.advance(100)
  const second = choice.attempt()
  second.ended()
  expect(choice.isEmpty()).toBe(true)
  choice.advance(150)
  expect([first.index, second.index, choice.attempt().index]).toEqual([0, 1, 0])
})

/** A port of this machine without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = Object(server.address()) as { port: number }
  await new Promise((resolve) => void server.close(resolve))
  return port
}

test('whoever finds all servers left alone is told at once, as of any outage', async () => {
  const url = `postgres://portico@127.0.0.1:${await closedPort()},127.0.0.1:${await closedPort()}/portico`
  const open = connectionOpener({ kind: 'url', url }, { settings: {}, connectMilliseconds: 2_000 })
  const attempts = [await open().catch(Object), await open().catch(Object)]
  for (const error of attempts) expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect(attempts.map(({ cause }) => cause)).toMatchObject([
    { code: 'ECONNREFUSED' },
    { message: 'none of 127.0.0.1, 127.0.0.1 takes connections' },
  ])
})
