import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOf, startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_BASE_URL: 'https://id.example.test' } })
})
afterAll(() => service.close())

function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(portOf(service), '127.0.0.1')
    let got = ''
    socket.setTimeout(3_000, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => (got += chunk.toString('latin1')))
    socket.on('close', () => resolve(got))
    socket.write(text, 'latin1')
  })
}
const H = 'Host: id.example.test\r\nConnection: close\r\n'
test.each([
  ['get', `GET /login/ HTTP/1.1\r\n${H}\r\n`],
  ['trace', `TRACE /login/ HTTP/1.1\r\n${H}\r\n`],
  ['http2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
  ['0.9', `GET /login/\r\n\r\n`],
  ['connect', `CONNECT id.example.test:443 HTTP/1.1\r\n${H}\r\n`],
  ['upgrade', `GET /login/ HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n`],
  ['expect', `POST /o/token/ HTTP/1.1\r\n${H}Expect: x\r\nContent-Length: 1\r\n\r\na`],
  [
    'chunk ext',
    `POST /o/token/ HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  ],
  ['header flood', `GET / HTTP/1.1\r\n${H}X: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['many headers', `GET /login/ HTTP/1.1\r\n${H}${'a: b\r\n'.repeat(2_500)}\r\n`],
  [
    'smuggle',
    `POST /o/token/ HTTP/1.1\r\n${H}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['two hosts', `GET /login/ HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`],
  [
    'two idempotency keys',
    `POST /o/token/ HTTP/1.1\r\n${H}Idempotency-Key: "aaaaaaaaaaaaaaaa"\r\nIdempotency-Key: "b"\r\nContent-Length: 0\r\n\r\n`,
  ],
  ['huge', `POST /o/token/ HTTP/1.1\r\n${H}Content-Length: 99999999\r\n\r\n`],
  ['not found', `GET /nothing HTTP/1.1\r\n${H}\r\n`],
  ['favicon', `GET /favicon.ico HTTP/1.1\r\n${H}\r\n`],
  ['308', `GET /login HTTP/1.1\r\n${H}\r\n`],
  ['health', `GET /api/health/ HTTP/1.1\r\n${H}\r\n`],
  ['jwks', `GET /o/.well-known/jwks.json HTTP/1.1\r\n${H}\r\n`],
  ['options', `OPTIONS * HTTP/1.1\r\n${H}\r\n`],
])('%s has the headers of every answer', async (_name, text) => {
  const answer = await raw(text)
  const head = answer.split('\r\n\r\n')[0]?.toLowerCase() ?? ''
  console.log(_name, head.split('\r\n')[0])
  if (_name === 'connect') return
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toContain('referrer-policy: no-referrer')
  expect(head).toContain('strict-transport-security: max-age=')
  expect(head).toMatch(/cache-control: /)
  if (head.includes('text/html')) expect(head).toContain("frame-ancestors 'none'")
  expect(head).not.toMatch(/^http\/1.1 5/)
})
