import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EchoBackEnd, startEcho } from '../../testing/echo-back-end.ts'
import { type GateStage, openStage } from '../../testing/gate-stage.ts'
import { sendRaw } from '../../testing/send-raw.ts'

const HOST = 'permits.example.test'

let stage: GateStage
let backEnd: EchoBackEnd

beforeAll(async () => {
  backEnd = await startEcho()
  stage = await openStage({
    GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
    GATE_PUBLIC_PATHS: '/public/*',
  })
})
afterAll(async () => {
  await stage.close()
  await backEnd.close()
})

// proves: program-gate-proxy-smuggling
describe('a request that two parsers could read differently', () => {
  const line = `POST /public/a HTTP/1.1\r\nHost: ${HOST}\r\n`
  test.each([
    ['a length and chunks', `${line}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`],
    ['chunks and a length', `${line}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\nG`],
    ['two lengths', `${line}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`],
    ['a list of lengths', `${line}Content-Length: 5, 5\r\n\r\nabcde`],
    ['a length with a sign', `${line}Content-Length: +5\r\n\r\nabcde`],
    ['another coding', `${line}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['chunks twice', `${line}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
    ['a coding behind chunks', `${line}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['a vertical tab in the coding', `${line}Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n`],
    ['a space before the colon', `${line}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['a folded header', `${line}X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a chunk with a false size', `${line}Transfer-Encoding: chunked\r\n\r\n5x\r\nabcde\r\n0\r\n\r\n`],
    [
      'chunks in HTTP/1.0',
      `POST /public/a HTTP/1.0\r\nHost: ${HOST}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a whole address', `GET http://${HOST}/public/a HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
    ['the address of another host', `GET http://evil.example/public/a HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
    ['no path', `OPTIONS * HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
    ['a fragment', `GET /public/a#/../../permits HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
    ['a tab in the path', `GET /public/a\tb HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
    ['letters beyond ASCII', `GET /public/\u00e4 HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
    ['a line feed alone', `GET /public/a HTTP/1.1\nHost: ${HOST}\n\n`],
    ['no host', 'GET /public/a HTTP/1.1\r\nX: y\r\n\r\n'],
    ['a header without a name', `GET /public/a HTTP/1.1\r\nHost: ${HOST}\r\n: x\r\n\r\n`],
    ['a NUL in a header', `GET /public/a HTTP/1.1\r\nHost: ${HOST}\r\nX: a\u0000b\r\n\r\n`],
  ])('%s is refused, and nothing of it reaches the back end', async (_what, words) => {
    const before = backEnd.arrived.length
    const answer = await sendRaw(stage, words)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    // A hidden second request would be a second answer.
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(backEnd.arrived.slice(before).map(({ url }) => url)).toEqual([])
  })

  // The back end would get a GET, and the guard has looked at something else.
  test.each(['POST', 'DELETE', 'HEAD'])('a WebSocket that is asked for by %s is refused', async (method) => {
    const before = backEnd.arrived.length
    const asked = `${method} /public/a HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    expect(await sendRaw(stage, asked)).toMatch(/^HTTP\/1.1 400 /)
    expect(backEnd.arrived).toHaveLength(before)
  })

  test.each(['TRACE', 'CONNECT'])('%s is refused', async (method) => {
    const answer = await sendRaw(
      stage,
      `${method} /public/a HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^(HTTP\/1.1 40[05] |$)/)
  })
})
