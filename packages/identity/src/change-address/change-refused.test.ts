import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../../testing/people.ts'
import type { Visited } from '../../testing/test-browser.ts'
import type { TestService } from '../../testing/test-service.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { findCitizenIdByEmail, lockCitizen } from '../citizens/index.ts'
import { deleteChange } from './address-change-store.ts'
import {
  ADDRESS,
  type ChangeCase,
  carryOutAll,
  changedCase,
  newCase,
  register,
  startChangeService,
  titleOf,
  WAIT_SECONDS,
  waitingCase,
} from './change-address.fixture.ts'

const CHOSEN = 'nine purple umbrellas'
const LINK_OVER = [400, 'This link does not work']

let service: TestService

beforeAll(async () => {
  service = await startChangeService()
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

/** The addresses of the links to new addresses that a citizen has asked for and nobody has opened. */
async function linksOf({ citizen }: ChangeCase): Promise<readonly (string | null)[]> {
  const rows = await service.database.db.query<{ email: string | null }>`
    select email from mailed_links where citizen_id = ${citizen.citizenId} and kind = 'new-address' order by email`
  return rows.map(({ email }) => email)
}

/** Everything that a request leaves. */
const leftBy = async (it: ChangeCase, email: string) => ({
  links: (await linksOf(it)).filter((each) => each === email).length,
  letters: await it.letters(email),
  events: (await it.events()).filter((said) => said === 'address-link-requested').length,
})

/** Everything that a change, or its end, leaves of an account. */
async function stateOf(it: ChangeCase) {
  const [citizen, isKept, events] = [await it.now(), await it.isKept(), await it.events()]
  const addresses = { signsIn: await it.loginEmails(), reserved: await it.reserved() }
  const letters = [await it.letters(), await it.letters(it.newEmail)]
  return { citizen, isKept, events, addresses, letters }
}

/** A browser at the form for a new address, after a proof of a moment ago. */
async function formFor(it: ChangeCase) {
  const browser = service.browser()
  await signIn(browser, it.citizen)
  const page = await browser.get(ADDRESS)
  return (email: string) => browser.submit(page, { email }, { button: 'Send the link' })
}

describe('no link is mailed to a new address', () => {
  // proves: threat-address-taken-over
  test('where it is asked for once more, and the proof is older than five minutes', async () => {
    const it = await newCase(service)
    const { browser } = await it.request()
    const askAgain = async () =>
      browser.submit(await browser.get(`${ADDRESS}sent/`), {}, { button: 'Send the email again' })
    service.clock.advance(299)
    expect(titleOf(await askAgain())).toBe('Check your email')
    const left = { links: 2, letters: ['new-address', 'new-address'], events: 2 }
    expect(await leftBy(it, it.newEmail)).toEqual(left)
    service.clock.advance(60)
    const late = await askAgain()
    expect(new URL(late.url).pathname).toBe(ADDRESS)
    expect(late.html.querySelector('input[name=password]')).not.toBeNull()
    expect(await leftBy(it, it.newEmail)).toEqual(left)
  })

  // proves: threat-address-taken-over
  test('while the last change can be undone, by a form of before', async () => {
    const it = await waitingCase(service)
    const newer = `newer.${it.citizen.email}`
    service.clock.advance(WAIT_SECONDS)
    const send = await formFor(it)
    await carryOutAll(service)
    const refused = await send(newer)
    expect(refused.html.text).toContain('You can undo this from the old address until')
    expect(refused.html.querySelector('input[name=email]')).toBeNull()
    expect(await leftBy(it, newer)).toEqual({ links: 0, letters: [], events: 1 })
  })

  // proves: threat-letter-flood
  test('after six of an hour, whatever the address; other citizens are not kept from it', async () => {
    const [it, other] = [await newCase(service), await newCase(service)]
    const send = await formFor(it)
    const addresses = Array.from({ length: 7 }, (_, at) => `new${at}.${it.citizen.email}`)
    const statuses: number[] = []
    for (const email of addresses) statuses.push((await send(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(await linksOf(it)).toEqual(addresses.slice(0, 6))
    const last = addresses.at(-1) ?? ''
    expect(await leftBy(it, last)).toEqual({ links: 0, letters: [], events: 6 })
    await other.request(last)
    expect(await leftBy(other, last)).toEqual({ links: 1, letters: ['new-address'], events: 1 })
    service.clock.advance(3600)
    await it.request(last)
    expect(await linksOf(it)).toEqual(addresses)
  })

  // proves: threat-letter-flood
  test('after three of an hour to one address, whoever asks', async () => {
    const target = (await newCase(service)).newEmail
    const ask = async () => {
      const it = await newCase(service)
      const { status } = await (await formFor(it))(target)
      return { status, ...(await leftBy(it, target)) }
    }
    for (let sent = 1; sent <= 3; sent += 1) {
      const letters = Array.from({ length: sent }, () => 'new-address')
      expect(await ask()).toEqual({ status: 200, links: 1, letters, events: 1 })
    }
    const letters = ['new-address', 'new-address', 'new-address']
    expect(await ask()).toEqual({ status: 429, links: 0, letters, events: 0 })
  })
})

describe('where no change waits, nothing is stopped, and nobody is told', () => {
  const stoppedOf = async (it: ChangeCase) => ({
    events: (await it.events()).filter((said) => said.startsWith('address-change-stopped')),
    letters: (await it.letters()).filter((kind) => kind === 'address-change-stopped').length,
  })
  const NEVER = { events: [], letters: 0 }

  test('by a form of before, after another one', async () => {
    const it = await waitingCase(service)
    const browser = service.browser()
    await signIn(browser, it.citizen)
    const [first, second] = [await browser.get(ADDRESS), await browser.get(ADDRESS)]
    const stop = async (page: Visited) => {
      const { html } = await browser.submit(page, {}, { button: 'Keep the old address' })
      return html.querySelector('[role=status]')?.text
    }
    expect(await stop(first)).toContain('Your address stays as it is')
    const once = { events: ['address-change-stopped by-citizen'], letters: 1 }
    expect(await stoppedOf(it)).toEqual(once)
    expect(await stop(second)).toBeUndefined()
    expect(await stoppedOf(it)).toEqual(once)
  })

  test('by a recovery', async () => {
    const it = await newCase(service)
    const browser = service.browser()
    await browser.submit(await browser.get('/recover/'), { email: it.citizen.email })
    await browser.submit(await browser.get(await it.linkOf('recovery')), { password: CHOSEN })
    expect(await it.signsIn(it.citizen.email, CHOSEN)).toBe(true)
    expect(await stoppedOf(it)).toEqual(NEVER)
  })

  test('by "this was not me", and a change that was carried out stays', async () => {
    const it = await changedCase(service)
    const browser = service.browser()
    await signIn(browser, { ...it.citizen, email: it.newEmail })
    await browser.submit(await browser.get('/account/activity/not-me/'), {}, { button: 'Sign everyone out' })
    expect((await it.now()).securityVersion).toBe(2)
    expect([await stoppedOf(it), await it.isKept()]).toEqual([NEVER, true])
    expect(await it.letters(it.newEmail)).not.toContain('address-change-stopped')
  })
})

test('a link that names no address begins no change, and is not used up', async () => {
  const it = await newCase(service)
  await it.request()
  await service.database.db.query`
    update mailed_links set email = null where citizen_id = ${it.citizen.citizenId} and kind = 'new-address'`
  const before = await stateOf(it)
  const page = await it.confirm()
  expect([page.status, titleOf(page)]).toEqual(LINK_OVER)
  expect(await stateOf(it)).toEqual(before)
  expect(await linksOf(it)).toEqual([null])
})

// proves: threat-address-taken-over
test.each([
  ['stops a change that waits', 'address-change-begun', waitingCase],
  ['undoes a change that was carried out', 'address-changed', changedCase],
] as const)('the link that %s does nothing where the change ends meanwhile', async (_, kind, make) => {
  const it = await make(service)
  const link = await it.linkOf(kind)
  const before = await stateOf(it)
  const late = await whileChanged(
    service.database,
    async (tx) => {
      await lockCitizen(tx, it.citizen.citizenId)
      await deleteChange(tx, it.citizen.citizenId)
    },
    () => it.keep(link),
  )
  expect([late.status, titleOf(late)]).toEqual(LINK_OVER)
  expect(await stateOf(it)).toEqual({ ...before, isKept: false })
})

// proves: threat-address-taken-over
test('an old address that another account has by now is given back to nobody, and nothing of the account ends', async () => {
  const it = await changedCase(service)
  const link = await it.linkOf('address-changed')
  // As where a restore has forgotten that it is reserved.
  await service.database.db.query`
    delete from login_emails where citizen_id = ${it.citizen.citizenId} and reserved_until is not null`
  expect(await register(service, it.citizen.email)).toBe(true)
  const owner = await findCitizenIdByEmail(service.database.db, it.citizen.email)
  const before = await stateOf(it)
  const page = await it.keep(link)
  expect([page.status, titleOf(page)]).toEqual(LINK_OVER)
  expect(await stateOf(it)).toEqual(before)
  expect(before).toMatchObject({ isKept: true, addresses: { signsIn: [it.newEmail], reserved: [] } })
  expect([owner, await findCitizenIdByEmail(service.database.db, it.citizen.email)]).toEqual([
    expect.any(String),
    owner,
  ])
  expect(owner).not.toBe(it.citizen.citizenId)
})
