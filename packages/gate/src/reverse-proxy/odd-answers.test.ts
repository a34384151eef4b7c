import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GateStage, openStage } from '../../testing/gate-stage.ts'
import { sendRaw } from '../../testing/send-raw.ts'

// A back end whose first line of an answer is not what HTTP says. It may have written there what a visitor sent.

const HOST = 'permits.example.test'
const PASSED = ['200 a\u0001b', '200 \u007f', '404 \u00e4', '999 none']
const NOT_PASSED = ['101 Switching Protocols', '000 none', '099 none']

let stage: GateStage
let backEnd: Server
let statusLine: string
let open: number

beforeAll(async () => {
  backEnd = createServer((socket) => {
    open += 1
    socket.once('close', () => (open -= 1)).on('error', () => undefined)
    socket.on('data', () => socket.write(`HTTP/1.1 ${statusLine}\r\ncontent-length: 4\r\n\r\nbody`, 'latin1'))
  })
  await once(backEnd.listen(0, '127.0.0.1'), 'listening')
  stage = await openStage({ GATE_UPSTREAM: `http://127.0.0.1:${(backEnd.address() as AddressInfo).port}` })
  await stage.signIn()
})
beforeEach(() => {
  open = 0
})
afterAll(async () => {
  await stage.close()
  await once(backEnd.close(), 'close')
})

const ask = (method: string, body?: string) =>
  stage.ask({
    method,
    path: '/permits',
    headers: { host: HOST, ...stage.browser.headers(), 'sec-fetch-site': 'same-origin' },
    ...(body === undefined ? {} : { body }),
  })

/** Asks for a WebSocket of an own page. Resolves with everything that comes back. */
const askForSocket = () =>
  sendRaw(
    stage,
    [
      'GET /permits HTTP/1.1',
      `Host: ${HOST}`,
      `Cookie: ${stage.browser.headers()['cookie']}`,
      `Origin: https://${HOST}`,
      ...['Connection: Upgrade', 'Upgrade: websocket', '', ''],
    ].join('\r\n'),
  )

// proves: program-gate-odd-answers
describe('a back end that answers', () => {
  test.each(PASSED)('%j is passed on, without the signs that no line may have', async (line) => {
    statusLine = line
    const answered = await ask('POST', 'x')
    expect([answered.status, answered.body]).toEqual([Number(line.slice(0, 3)), 'body'])
    const [first] = (await askForSocket()).split('\r\n')
    expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${line.slice(0, 3)} [\\x20-\\x7e\\x80-\\xff]*$`))
    await expect.poll(() => open).toBe(0)
  })

  test.each(NOT_PASSED)('%j, which ends no answer, is one that has failed', async (line) => {
    statusLine = line
    const answered = await ask('POST', 'x')
    expect([answered.status, answered.body]).toEqual([502, expect.stringContaining('back_end_away')])
    expect(await askForSocket()).toMatch(/^HTTP\/1\.1 502 /)
    await expect.poll(() => open).toBe(0)
  })
})
