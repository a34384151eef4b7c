import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const faultsOf = ({ html }: Visited) => html.querySelectorAll('.summary li').map((item) => item.text)
const valueOf = ({ html }: Visited, name: string) =>
  html.querySelector(`input[name=${name}]`)?.getAttribute('value')
const linkTo = ({ html }: Visited, path: string) =>
  html.querySelector(`a[href^="${path}"]`)?.getAttribute('href') ?? ''
const typedAddress = async (browser: TestBrowser) => valueOf(await browser.get('/recover/'), 'email')

test.each([
  ['', '', ['Enter your email address', 'Enter a password']],
  ['', 'a password', ['Enter your email address']],
  ['ana@example.test', '', ['Enter a password']],
])(
  'the form with %j and %j says which field is empty, and keeps the address',
  async (email, password, faults) => {
    const browser = service.browser()
    const answer = await browser.submit(await browser.get('/login/'), { email, password })
    expect([answer.status, faultsOf(answer), valueOf(answer, 'email')]).toEqual([400, faults, email])
    expect(answer.html.querySelectorAll('.field.wrong')).toHaveLength(faults.length)
  },
)

test('an empty password is no try', async () => {
  const { email } = await addCitizen(service)
  const browser = service.browser()
  let page = await browser.get('/login/')
  for (let times = 0; times < 20; times += 1) page = await browser.submit(page, { email, password: '' })
  expect(page.status).toBe(400)
  const answer = await browser.submit(page, { email, password: TEST_PASSWORD }, { follow: false })
  expect(answer.status).toBe(303)
})

test('an empty password looks the same, whoever has the address', async () => {
  const suspended = await addCitizen(service, { standing: 'suspended' })
  for (const { email } of [await addCitizen(service), suspended, { email: 'nobody@example.test' }]) {
    const browser = service.browser()
    const answer = await browser.submit(await browser.get('/login/'), { email, password: '' })
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['Enter a password']])
  }
})

test('whoever has forgotten the password does not type the address again; the program waits', async () => {
  const browser = service.browser()
  const form = await browser.get(authorizeAddress(newAttempt(await addProgram(service))))
  const again = await browser.submit(form, {
    email: 'ana.perez@example.test',
    password: 'wrong horse battery',
  })
  const page = await browser.get(linkTo(again, '/recover/'))
  expect([valueOf(page, 'email'), valueOf(page, 'resume')]).toEqual([
    'ana.perez@example.test',
    valueOf(form, 'resume'),
  ])
  expect(page.url).not.toMatch(/perez|horse/)
  expect([page.html.toString().includes('horse'), service.logLines.join().includes('perez')]).toEqual([
    false,
    false,
  ])
})

const tryWith = async (browser: TestBrowser, email: string) =>
  browser.submit(await browser.get('/login/'), { email, password: 'wrong' })

test.each([
  ['no address', ''],
  ['a longer one than any', `${'a'.repeat(321)}@example.test`],
])('with %s, the form for a new password is empty', async (_name, email) => {
  const browser = service.browser()
  await tryWith(browser, email)
  expect(await typedAddress(browser)).toBeUndefined()
})

test('an address that is markup is shown as it was typed', async () => {
  const browser = service.browser()
  const email = '"><script>alert(1)</script>@example.test'
  await tryWith(browser, email)
  const page = await browser.get('/recover/')
  expect([valueOf(page, 'email'), page.html.querySelectorAll('main script:not([src])').length]).toEqual([
    email,
    0,
  ])
})

test('another browser, and whoever signs in or comes three minutes later, does not see it', async () => {
  const citizen = await addCitizen(service)
  const tried = async () => {
    const browser = service.browser()
    await tryWith(browser, 'ana@example.test')
    expect(await typedAddress(browser)).toBe('ana@example.test')
    return browser
  }
  const [thief, late, other] = [service.browser(), await tried(), await tried()]
  expect(await typedAddress(thief)).toBeUndefined()
  await other.submit(await other.get('/login/'), { email: citizen.email, password: TEST_PASSWORD })
  expect(await typedAddress(other)).toBeUndefined()
  service.clock.advance(3 * 60 + 1)
  expect(await typedAddress(late)).toBeUndefined()
})

test('no other form has it: whoever comes next to a shared computer registers and signs in as somebody else', async () => {
  const browser = service.browser()
  await tryWith(browser, 'ana@example.test')
  for (const path of ['/register/', '/login/'])
    expect(valueOf(await browser.get(path), 'email')).toBeUndefined()
  const program = await addProgram(service)
  const hinted = await browser.get(authorizeAddress(newAttempt(program, { login_hint: 'bob@example.test' })))
  expect(valueOf(hinted, 'email')).toBe('bob@example.test')
})
