import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamBody } from './stream-reply.ts'

const outcomes: Promise<void>[] = []
let answer: (response: ServerResponse) => Promise<void> = async () => undefined
const server = createServer((_, response) => {
  const outcome = answer(response)
  // Each test looks at it later.
  outcome.catch(() => undefined)
  outcomes.push(outcome)
})

beforeAll(() => new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens)))
afterAll(() => void server.close())

/** Sends a request and leaves when the service is told to go on. */
async function visitAndLeave(): Promise<void> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const isServed = new Promise<void>((served) => server.once('request', () => served()))
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await isServed
  socket.destroy()
}

const hasClosed = (response: ServerResponse) =>
  new Promise<void>((closed) => void response.once('close', () => closed()))

async function* parts(count: number): AsyncGenerator<string> {
  for (let part = 0; part < count; part += 1) yield 'x'.repeat(100_000)
}

async function* broken(): AsyncGenerator<string> {
  yield 'x'
  throw new Error('cannot be made')
}

test('a caller who leaves before the first part is no fault', async () => {
  answer = async (response) => {
    await hasClosed(response)
    await streamBody(response, parts(3))
  }
  await visitAndLeave()
  await expect(outcomes.at(-1)).resolves.toBeUndefined()
})

test('a caller who leaves in the middle is no fault', async () => {
  answer = (response) => streamBody(response, parts(1_000))
  await visitAndLeave()
  await expect(outcomes.at(-1)).resolves.toBeUndefined()
})

test('a part that cannot be made is one, and cuts the connection', async () => {
  answer = (response) => streamBody(response, broken())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await expect(fetch(address).then((reply) => reply.text())).rejects.toThrow()
  await expect(outcomes.at(-1)).rejects.toThrow('cannot be made')
})
