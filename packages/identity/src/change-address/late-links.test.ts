import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Interruption } from '../../testing/interruption.ts'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enrol } from '../../testing/soft-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import type { TestService } from '../../testing/test-service.ts'
import {
  ADDRESS,
  ChangeCase,
  carryOutAll,
  changedCase,
  newCase,
  startChangeService,
  titleOf,
  WAIT_SECONDS,
  waitingCase,
} from './change-address.fixture.ts'

/** The reads of a request for a mailed link, after which the account can change. */
const READS = {
  'the account of the address': 'select citizen_id as "citizenId" from login_emails',
  'the citizen': 'as "createdAt"\n      from citizens where citizen_id',
  'the session': 'from sessions s join citizens c',
  'the apps': 'select 1 as one from authenticators where citizen_id',
}

let service: TestService
const interruption = new Interruption()

beforeAll(async () => {
  service = await startChangeService({}, interruption.between)
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

const interrupt = (after: keyof typeof READS, happen: () => Promise<unknown>) =>
  interruption.after(READS[after], happen)

const askToRecover = async (email: string) => {
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email })
  expect(interruption.isOver).toBe(true)
}

/** Sends the form of a page that has only its token. */
async function post(browser: TestBrowser, path: string): Promise<void> {
  const page = await browser.get('/logout/')
  const csrf_token = page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  await browser.post(path, { csrf_token })
  expect(interruption.isOver).toBe(true)
}

const letters = async (it: ChangeCase, kind: string, recipient: string) =>
  (await it.letters(recipient)).filter((each) => each === kind)

// proves: threat-address-taken-over
test.each(['the account of the address', 'the citizen'] as const)(
  'who has lost the address to an undo gets no link of a request that had read %s before',
  async (read) => {
    const it = await changedCase(service)
    const undo = await it.linkOf('address-changed')
    interrupt(read, async () => expect(titleOf(await it.keep(undo))).toBe('Your address stays'))
    await askToRecover(it.newEmail)
    expect(await letters(it, 'recovery', it.newEmail)).toEqual([])
    expect(await it.now()).toMatchObject({ email: it.citizen.email, passwordHash: '' })
  },
)

// proves: threat-address-taken-over
test.each(['the account of the address', 'the citizen'] as const)(
  'the old address gets no link of a request that had read %s before the change',
  async (read) => {
    const it = await waitingCase(service)
    service.clock.advance(WAIT_SECONDS)
    interrupt(read, () => carryOutAll(service))
    await askToRecover(it.citizen.email)
    expect(await it.loginEmails()).toEqual([it.newEmail])
    expect(await letters(it, 'recovery', it.citizen.email)).toEqual([])
  },
)

// proves: threat-address-taken-over
test('nor one that would verify the new address, which nothing has proven', async () => {
  const it = new ChangeCase(service, await addCitizen(service, { emailVerified: false }))
  await it.order()
  service.clock.advance(WAIT_SECONDS)
  const browser = service.browser()
  await signIn(browser, it.citizen)
  interrupt('the session', () => carryOutAll(service))
  await post(browser, '/account/verification/')
  expect(await it.now()).toMatchObject({ email: it.newEmail, emailVerified: false })
  expect(await letters(it, 'verification', it.citizen.email)).toEqual([])
})

/** A browser at the form for a new address, after a proof of a moment ago. */
async function formFor(it: ChangeCase) {
  const browser = service.browser()
  await signIn(browser, it.citizen)
  const page = await browser.get(ADDRESS)
  const send = async () => {
    await browser.submit(page, { email: it.newEmail }, { button: 'Send the link' })
    expect(interruption.isOver).toBe(true)
  }
  return { send }
}

// proves: threat-address-taken-over
test('a request for a new address is worthless where its citizen chooses a new password meanwhile', async () => {
  const it = await newCase(service)
  const thief = await formFor(it)
  const owner = service.browser()
  await signIn(owner, it.citizen)
  const chosen = { current_password: TEST_PASSWORD, password: 'nine purple umbrellas' }
  const page = await owner.get('/account/password/')
  interrupt('the apps', async () => expect((await owner.submit(page, chosen)).status).toBe(200))
  await thief.send()
  expect(await it.letters(it.newEmail)).not.toContain('new-address')
})

// proves: threat-address-taken-over
test('or where the account gets an app meanwhile', async () => {
  const it = await newCase(service)
  const thief = await formFor(it)
  interrupt('the apps', () => enrol(service, it.citizen))
  await thief.send()
  expect(await it.letters(it.newEmail)).not.toContain('new-address')
})
