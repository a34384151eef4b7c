import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('a giant password costs no more than a long one', async () => {
  const browser = service.browser()
  const page = await browser.get('/login/')
  const csrf = page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (password: string, index: number) => {
    const body = `csrf_token=${encodeURIComponent(csrf)}&email=nobody${index}%40example.test&password=${password}`
    const answer = await fetch(`${service.baseUrl}/login/`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
    })
    return answer.status
  }
  const cost = async (password: string) => {
    const before = process.cpuUsage()
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => send(password, index)))
    const { user } = process.cpuUsage(before)
    return { statuses: [...new Set(statuses)], ms: Math.round(user / 10_000) }
  }
  await cost('x'.repeat(300))
  const plain = await cost('x'.repeat(15_500))
  const marks = await cost(`a${'\u0301'.repeat(3_850)}${'\u0316'.repeat(3_850)}`)
  console.log('ms of CPU for each request', plain, marks)
  expect(marks.ms).toBeLessThan(plain.ms * 2 + 20)
})

test('a JSON body of many names is read in no time, whoever is beyond the limit', async () => {
  const keys = Array.from({ length: 1_150 }, (_, i) => `"${i.toString(36)}":1`).join(',')
  const body = `{${keys}}`.slice(0, 8_192)
  const send = () =>
    fetch(`${service.baseUrl}/api/v1/accounts/recover/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const first = await Promise.all(Array.from({ length: 12 }, send))
  const before = process.cpuUsage()
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  console.log(
    body.length,
    first.map((a) => a.status).join(' '),
    new Set(answers.map((a) => a.status)),
    process.cpuUsage(before).user / 20_000,
    'ms each',
  )
  expect(1).toBe(1)
})
