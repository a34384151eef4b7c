import { expect, test } from 'vitest'
import { fakeDevice, ORIGIN, signInAt } from '../testing/fake-browser.ts'
import { fakeProgram, refusal } from '../testing/fake-program.ts'

async function signedIn() {
  const [device, program] = [fakeDevice(), fakeProgram()]
  const sso = device.openTab(program, '/').client()
  await sso.start()
  await signInAt(sso, program)
  return { sso, program }
}

test.each([
  ['/api/events', '/api/events', `${ORIGIN}/api/events?sso_ticket=`],
  ['/api/events?since=7#top', '/api/events?since=7', `${ORIGIN}/api/events?since=7&sso_ticket=`],
  ['/file name?', '/file%20name', `${ORIGIN}/file%20name?sso_ticket=`],
  [ORIGIN.replace('http', 'ws') + '/live', '/live', `${ORIGIN.replace('http', 'ws')}/live?sso_ticket=`],
])('the address %s gets a ticket for %s as its last parameter', async (input, address, expected) => {
  const { sso, program } = await signedIn()
  const url = await sso.withTicket(input)
  expect(url.slice(0, expected.length)).toBe(expected)
  expect(url.slice(expected.length)).toMatch(/^ppt_[\w-]+$/)
  expect(program.requests('ticket').map(({ body }) => body)).toEqual([{ address }])
  expect(program.requests('ticket')[0]?.bearer).toMatch(/^ppa_/)
})

test('a ticket without an address is for each that takes tickets', async () => {
  const { sso, program } = await signedIn()
  expect(await sso.ticket()).toMatch(/^ppt_/)
  expect(program.requests('ticket')[0]?.body).toEqual({})
})

test.each([
  'https://evil.example/a',
  '//evil.example/a',
  'javascript:alert(1)',
  `blob:${ORIGIN}/a`,
  `${ORIGIN}.evil.example/a`,
])('no ticket is made for %s', async (input) => {
  const { sso, program } = await signedIn()
  await expect(sso.withTicket(input)).rejects.toThrow('is not the program')
  expect(program.requests('ticket')).toEqual([])
})

test('a refusal rejects with the problem, and an outage ends nothing', async () => {
  const { sso, program } = await signedIn()
  program.answerNext('ticket', refusal(429, 'throttled', { 'retry-after': '30' }))
  await expect(sso.withTicket('/a')).rejects.toMatchObject({
    cause: { code: 'throttled', retryAfterSeconds: 30 },
  })
  program.answerNext('ticket', refusal(503, 'identity_unavailable'))
  await expect(sso.withTicket('/a')).rejects.toMatchObject({ cause: { code: 'unavailable' } })
  expect(sso.state.status).toBe('waiting')
})

test('who is not signed in gets no ticket', async () => {
  const [device, program] = [fakeDevice(), fakeProgram()]
  const sso = device.openTab(program, '/').client()
  await sso.start()
  await expect(sso.withTicket('/a')).rejects.toMatchObject({ cause: { programCode: 'missing_token' } })
})
