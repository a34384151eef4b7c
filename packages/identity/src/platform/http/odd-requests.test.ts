import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOf, startTestService, type TestService } from '../../../testing/test-service.ts'
import { sendRaw } from './raw-http.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_BASE_URL: 'https://id.example.test' } })
})
afterAll(() => service.close())

const H = 'Host: id.example.test\r\nConnection: close\r\n'
// proves: threat-page-headers, threat-malformed-input
test.each([
  ['a page', `GET /login/ HTTP/1.1\r\n${H}\r\n`],
  ['TRACE', `TRACE /login/ HTTP/1.1\r\n${H}\r\n`],
  ['the first bytes of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
  ['HTTP/0.9', `GET /login/\r\n\r\n`],
  ['a wish to upgrade', `GET /login/ HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n`],
  ['an unknown expectation', `POST /o/token/ HTTP/1.1\r\n${H}Expect: x\r\nContent-Length: 1\r\n\r\na`],
  [
    'a giant chunk extension',
    `POST /o/token/ HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  ],
  ['a giant header', `GET / HTTP/1.1\r\n${H}X: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['thousands of headers', `GET /login/ HTTP/1.1\r\n${H}${'a: b\r\n'.repeat(2_500)}\r\n`],
  [
    'two lengths of one body',
    `POST /o/token/ HTTP/1.1\r\n${H}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['two hosts', `GET /login/ HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`],
  [
    'two idempotency keys',
    `POST /o/token/ HTTP/1.1\r\n${H}Idempotency-Key: "aaaaaaaaaaaaaaaa"\r\nIdempotency-Key: "b"\r\nContent-Length: 0\r\n\r\n`,
  ],
  ['a giant body', `POST /o/token/ HTTP/1.1\r\n${H}Content-Length: 99999999\r\n\r\n`],
  ['an unknown path', `GET /nothing HTTP/1.1\r\n${H}\r\n`],
  ['the icon that browsers ask for', `GET /favicon.ico HTTP/1.1\r\n${H}\r\n`],
  ['a page without its slash', `GET /login HTTP/1.1\r\n${H}\r\n`],
  ['the health', `GET /api/health/ HTTP/1.1\r\n${H}\r\n`],
  ['the keys', `GET /o/.well-known/jwks.json HTTP/1.1\r\n${H}\r\n`],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${H}\r\n`],
])('the answer to %s has the headers of every answer, and is no fault of ours', async (_name, text) => {
  const answer = await sendRaw(portOf(service), text)
  const head = answer.text.split('\r\n\r\n')[0]?.toLowerCase() ?? ''
  expect(answer.status).toBeGreaterThanOrEqual(200)
  expect(answer.status).toBeLessThan(500)
  expect(head).toContain('\r\nx-content-type-options: nosniff')
  expect(head).toContain('\r\nreferrer-policy: no-referrer')
  expect(head).toContain('\r\nstrict-transport-security: max-age=')
  expect(head).toContain('\r\ncache-control: ')
  expect(head.includes('text/html')).toBe(head.includes("frame-ancestors 'none'"))
})
