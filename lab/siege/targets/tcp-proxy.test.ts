import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

let echo: Server
let proxy: TcpProxy

beforeEach(async () => {
  echo = createServer((socket) => void socket.on('error', () => undefined).pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const address = echo.address()
  proxy = await openTcpProxy(typeof address === 'object' && address ? address.port : 0)
})

afterEach(async () => {
  await proxy.close()
  await new Promise<void>((resolve) => echo.close(() => resolve()))
})

async function call(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => void (socket.closed ? resolve() : socket.once('close', () => resolve())))
}

async function onWhole(socket: Socket, length: number): Promise<string> {
  let text = ''
  while (text.length < length) text += String((await once(socket, 'data'))[0])
  return text
}

test('an open proxy passes everything on, both ways', async () => {
  const socket = await call()
  socket.write('hello')
  expect(await onWhole(socket, 5)).toBe('hello')
})

test('a slow proxy passes everything on in order', async () => {
  proxy.become({ kind: 'slow', milliseconds: 10 })
  const socket = await call()
  for (const word of ['one ', 'two ', 'three']) socket.write(word)
  expect(await onWhole(socket, 13)).toBe('one two three')
})

test('a cut proxy ends what is open and takes nobody', async () => {
  const socket = await call()
  socket.write('hello')
  await onWhole(socket, 5)
  proxy.become({ kind: 'cut' })
  await closed(socket)
  const late = await call()
  await closed(late)
  expect(late.bytesRead).toBe(0)
})

test('a ragged proxy ends after as many bytes of answer as it was told', async () => {
  proxy.become({ kind: 'ragged', bytes: () => 3 })
  const socket = await call()
  socket.write('hello')
  const [seen] = await Promise.all([onWhole(socket, 3), closed(socket)])
  expect(seen).toBe('hel')
})

test('a proxy that was silent and opens again ends the connections whose bytes it lost', async () => {
  const socket = await call()
  proxy.become({ kind: 'silent' })
  socket.write('lost')
  proxy.become({ kind: 'open' })
  await closed(socket)
  const next = await call()
  next.write('heard')
  expect(await onWhole(next, 5)).toBe('heard')
})
