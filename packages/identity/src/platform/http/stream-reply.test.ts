import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { streamBody } from './stream-reply.ts'

const endings: (() => unknown)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** A request whose answer the test makes, and the caller's connection. */
async function openRequest() {
  const server = createServer()
  endings.push(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const place = server.address()
  const caller = connect(typeof place === 'object' && place ? place.port : 0, '127.0.0.1')
  endings.push(() => caller.destroy())
  caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { caller, response: response.writeHead(200) }
}

async function* parts(count: number, made: string[]): AsyncGenerator<string> {
  for (let part = 0; part < count; part += 1) {
    made.push(String(part))
    yield 'x'.repeat(100_000)
  }
}

test('a caller who left before the answer is no fault, and nothing is made for them', async () => {
  const { caller, response } = await openRequest()
  const closed = once(response, 'close')
  caller.destroy()
  await closed
  const made: string[] = []
  await streamBody(response, parts(1, made))
  expect(made).toEqual([])
})

test('a caller who leaves amid the answer is no fault, and the rest is not made', async () => {
  const { caller, response } = await openRequest()
  caller.once('data', () => caller.destroy())
  const made: string[] = []
  await streamBody(response, parts(10_000, made))
  expect(made.length).toBeLessThan(10_000)
})

test('a part that cannot be made is a fault, and the connection is cut', async () => {
  const { caller, response } = await openRequest()
  caller.resume()
  async function* broken() {
    yield 'a piece'
    throw new Error('the database is away')
  }
  const cut = once(caller, 'close')
  await expect(streamBody(response, broken())).rejects.toThrow('the database is away')
  await cut
})
