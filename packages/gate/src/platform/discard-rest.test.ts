import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sendWebResponse } from '@portico/program/node'
import { afterEach, expect, test } from 'vitest'
import { discardRest } from './discard-rest.ts'

/** No test reaches this one. */
const NEVER_MS = 2 ** 31 - 1

/** A connection that has its refusal, and that has sent one byte of its body. */
interface Refused {
  readonly visitor: Socket
  readonly closed: Promise<unknown>
  /** How many bytes of the body the server has read. */
  readonly read: () => number
  /** Is called at each part of the body that the server reads. */
  onRead: () => void
}

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  if (server) await once(server.close(), 'close')
})

/** Sends the beginning of a request that has a long body, and waits for the refusal. */
async function refuse(most: { bytes: number; ms: number }): Promise<Refused> {
  let read = 0
  server = createServer((request, response) => {
    request.on('data', (part: Buffer) => {
      read += part.length
      refused.onRead()
    })
    // As the gate refuses: first the answer, and then the rest.
    void sendWebResponse(response, new Response('no', { status: 401 })).then(() => discardRest(request, most))
  })
  // Otherwise Node closes a connection that is silent after its answer, and not what is tested here.
  server.keepAliveTimeout = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1')
  visitor.on('error', () => undefined)
  const closed = new Promise((resolve) => visitor.once('close', resolve))
  const refused: Refused = { visitor, closed, read: () => read, onRead: () => undefined }
  visitor.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\nx')
  const [answer] = await once(visitor, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  visitor.resume()
  return refused
}

// proves: program-gate-refused-bodies
test('a refused body is read up to the limit, and what is more closes the connection', async () => {
  const { visitor, closed, read } = await refuse({ bytes: 1000, ms: NEVER_MS })
  visitor.write('x'.repeat(999))
  await expect.poll(read).toBe(1000)
  expect(visitor.readyState).toBe('open')
  // The first byte may have been read before the rest was counted.
  visitor.write('xx')
  await closed
  expect(read()).toBeLessThanOrEqual(1002)
})

// proves: program-gate-refused-bodies
test('who sends a refused body slowly and for ever is cut off at the deadline', async () => {
  const refused = await refuse({ bytes: Infinity, ms: 100 })
  // The next byte is sent when the one before it has been read, so that there is always one more to come.
  refused.onRead = () => refused.visitor.write('x')
  refused.visitor.write('x')
  await refused.closed
})

// proves: program-gate-refused-bodies
test('who sends no more of a refused body is cut off at the deadline', async () => {
  const { closed, read } = await refuse({ bytes: Infinity, ms: 100 })
  await closed
  expect(read()).toBe(1)
})
