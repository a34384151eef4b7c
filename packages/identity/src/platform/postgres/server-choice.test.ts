import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isOutage } from './outage.ts'
import { type Servers, serverChoice } from './server-choice.ts'

const opened: (Server | Socket)[] = []

afterEach(() => {
  for (const each of opened.splice(0)) 'destroy' in each ? each.destroy() : each.close()
})

/** Servers on this machine that greet whoever connects. */
async function openServers(count: number) {
  const servers = await Promise.all(Array.from({ length: count }, openServer))
  return { host: servers.map(() => '127.0.0.1'), port: servers.map(({ port }) => port) }
}

async function openServer(): Promise<{ port: number }> {
  const server = createServer((socket) => {
    opened.push(socket.on('error', () => undefined))
    socket.write('Hello')
  })
  opened.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: Number(Object(server.address())['port']) }
}

/** A choice under a clock that stands still unless it is told. */
function openChoice(servers: Servers) {
  let now = 10_000
  const choose = serverChoice(servers, () => now)
  return {
    advance: (milliseconds: number) => void (now += milliseconds),
    /** A connection over which the server was heard, and which of them it is. */
    async connect() {
      const socket = choose() as Socket
      opened.push(socket)
      await once(socket, 'data')
      return { socket, index: servers.port.indexOf(Number(socket.remotePort)) }
    },
    /** The error of one that fails by itself. */
    fail: () => {
      const socket = choose()
      return new Promise<unknown>((resolve) => {
        let seen: unknown
        socket.on('error', (error) => void (seen = error)).once('close', () => resolve(seen))
      })
    },
  }
}

test('the first that is named is taken, for as long as nothing speaks against it', async () => {
  const choice = openChoice(await openServers(2))
  expect([(await choice.connect()).index, (await choice.connect()).index]).toEqual([0, 0])
})

test('a server whose connection is over at once is left alone for a second, though its listeners were taken off', async () => {
  const choice = openChoice(await openServers(2))
  const { socket } = await choice.connect()
  socket.removeAllListeners()
  choice.advance(999)
  socket.destroy()
  expect((await choice.connect()).index).toBe(1)
  choice.advance(999)
  expect((await choice.connect()).index).toBe(1)
  choice.advance(1)
  expect((await choice.connect()).index).toBe(0)
})

test('a server that nothing listens on is left alone, however long it took to find out', async () => {
  const servers = await openServers(2)
  const nobody = await openServer()
  const [server] = opened.splice(-1) as [Server]
  await new Promise((resolve) => void server.close(resolve))
  const choice = openChoice({ host: ['127.0.0.1', ...servers.host], port: [nobody.port, ...servers.port] })
  const failing = choice.fail()
  choice.advance(60_000)
  expect(await failing).toMatchObject({ code: 'ECONNREFUSED' })
  expect((await choice.connect()).index).toBe(1)
})

test('where a connection has lasted the next one is made, wherever it is named', async () => {
  const choice = openChoice(await openServers(3))
  for (const index of [0, 1]) {
    const next = await choice.connect()
    expect(next.index).toBe(index)
    next.socket.destroy()
  }
  const lasting = await choice.connect()
  choice.advance(1_000)
  lasting.socket.destroy()
  choice.advance(5_000)
  expect([lasting.index, (await choice.connect()).index]).toEqual([2, 2])
})

test('when all are left alone nobody is asked, and whoever wants to is told at once', async () => {
  const choice = openChoice(await openServers(2))
  const first = await choice.connect()
  first.socket.destroy()
  choice.advance(400)
  const second = await choice.connect()
  second.socket.destroy()
  const error = await choice.fail()
  expect(error).toMatchObject({
    code: 'NO_SERVER',
    message: 'none of 127.0.0.1, 127.0.0.1 takes connections',
  })
  expect(isOutage(error)).toBe(true)
  choice.advance(600)
  expect([first.index, second.index, (await choice.connect()).index]).toEqual([0, 1, 0])
})

test('a socket says where it leads to, for certificates and errors', async () => {
  const servers = await openServers(1)
  const { socket } = await openChoice(servers).connect()
  expect(socket).toMatchObject({ host: '127.0.0.1', port: servers.port[0] })
})
