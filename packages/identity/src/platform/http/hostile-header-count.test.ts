import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProgram, type TestClient } from '../../../testing/people.ts'
import { portOf, startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
let program: TestClient
beforeAll(async () => {
  service = await startTestService({
    environment: { PORTICO_TRUSTED_PROXIES: '127.0.0.0/8,::1' },
  })
  program = await addProgram(service)
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
const JUNK = 'a:\r\n'.repeat(1_000)
const body = JSON.stringify({ email: 'x' })

test('an attacker behind a proxy that appends X-Forwarded-For is counted by it, however many headers come before', async () => {
  const statuses: string[] = []
  for (let index = 0; index < 14; index += 1) {
    const answer = await raw(
      `POST /api/v1/accounts/recover/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nX-Forwarded-For: 198.51.100.${index}\r\n${JUNK}X-Forwarded-For: 203.0.113.9\r\n\r\n${body}`,
    )
    statuses.push(answer.slice(9, 12))
  }
  console.log(statuses.join(' '))
  expect(statuses.filter((status) => status === '429').length + statuses.filter((status) => status === '431').length).toBeGreaterThanOrEqual(4)
})

test('a second Authorization is refused, however many headers stand before it', async () => {
  const form = 'token=x'
  const answer = await raw(
    `POST /api/integrations/introspect/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\nAuthorization: ${program.basic}\r\n${JUNK}Authorization: Basic eDp5\r\nHost: evil.test\r\n\r\n${form}`,
  )
  console.log(answer.split('\r\n')[0], answer.split('\r\n\r\n')[1])
  expect(answer.slice(9, 12)).toMatch(/400|431/)
})
