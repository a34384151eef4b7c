import { randomUUID } from 'node:crypto'
import {
  type Citizen,
  findCitizen,
  findCitizenIdByEmail,
} from '../../packages/identity/src/citizens/index.ts'
import { addressHash } from '../../packages/identity/src/guesses/index.ts'
import { linkPathIn, newestLetter } from '../../packages/identity/src/mail/newest-letter.fixture.ts'
import type { Arrivals, Arrived } from '../../packages/identity/src/mailed-links/arrived.fixture.ts'
import { fixturesOf } from '../../packages/identity/src/platform/room/fixtures.fixture.ts'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { authorizeAddress, newAttempt } from '../../packages/identity/testing/program-flow.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import type { TestService } from '../../packages/identity/testing/test-service.ts'

const CHOSEN = 'nine purple umbrellas'

/** The path of the link in the newest letter of this kind to an address. */
async function linkOf({ foundation }: TestService, kind: string, recipient: string): Promise<string> {
  return linkPathIn(await newestLetter(foundation, kind, recipient))
}

/** A citizen, and a browser that has signed in to the account. */
async function known(service: TestService, changes: Partial<Citizen> = {}) {
  const citizen = await addCitizen(service, changes)
  const browser = service.browser()
  await signIn(browser, citizen)
  const now = async () => findCitizen(service.foundation.db, citizen.citizenId)
  return { citizen, browser, now }
}

const fill = async (browser: TestBrowser, link: string, fields: Readonly<Record<string, string>>) =>
  browser.submit(await browser.get(link), fields, { follow: false })

async function registration(service: TestService): Promise<Arrived> {
  const email = `scanned.${randomUUID()}@example.test`
  const browser = service.browser()
  await fill(browser, '/register/', { full_name: 'Ana', email })
  const link = await linkOf(service, 'registration', email)
  return {
    link,
    isUsed: async () => (await findCitizenIdByEmail(service.foundation.db, email)) !== undefined,
    use: () => fill(service.browser(), link, { password: CHOSEN }),
  }
}

async function recovery(service: TestService): Promise<Arrived> {
  const { citizen, browser, now } = await known(service)
  await fill(browser, '/recover/', { email: citizen.email })
  const link = await linkOf(service, 'recovery', citizen.email)
  return {
    link,
    isUsed: async () => (await now())?.passwordHash !== citizen.passwordHash,
    use: () => fill(service.browser(), link, { password: CHOSEN }),
  }
}

async function wasNotMe(service: TestService): Promise<Arrived> {
  const { citizen, browser, now } = await known(service)
  await browser.submit(await browser.get('/account/activity/not-me/'), {}, { button: 'Sign everyone out' })
  const link = await linkOf(service, 'was-not-me', citizen.email)
  return {
    link,
    isUsed: async () => (await now())?.passwordHash !== '',
    use: () => fill(service.browser(), link, { password: CHOSEN }),
  }
}

async function newBrowser(service: TestService): Promise<Arrived> {
  const { db } = service.foundation
  const citizen = await addCitizen(service)
  const { citizenId, email } = citizen
  await db.query`
    insert into guessed_addresses (address_hash, failures, forget_at)
    values (${addressHash(email)}, 100, to_timestamp(4000000000))`
  const browser = service.browser()
  const closed = await fill(browser, '/login/', { email, password: TEST_PASSWORD })
  await browser.submit(closed, {}, { button: 'Send the link' })
  const link = await linkOf(service, 'new-browser', email)
  return {
    link,
    isUsed: async () =>
      (await db.query`select 1 from known_devices where citizen_id = ${citizenId}`).length > 0,
    use: async () => {
      await fill(browser, link, { email })
      await signIn(browser, citizen)
    },
  }
}

async function verification(service: TestService): Promise<Arrived> {
  const { citizen, browser, now } = await known(service, { emailVerified: false })
  await browser.submit(await browser.get(authorizeAddress(newAttempt(await addProgram(service)))))
  const link = await linkOf(service, 'verification', citizen.email)
  return {
    link,
    isUsed: async () => (await now())?.emailVerified === true,
    use: () => fill(browser, link, { password: TEST_PASSWORD }),
  }
}

/** The way back of somebody who closes the account is the sign-in page. */
async function keptAccount(service: TestService): Promise<Arrived> {
  const { citizen, browser } = await known(service)
  await browser.submit(await browser.get('/account/close/'), {}, { button: 'Close my account' })
  const link = await linkOf(service, 'closing-requested', citizen.email)
  const { db } = service.foundation
  return {
    link,
    isUsed: async () => {
      const entered = await db.query`
        select 1 from sessions s join citizens c using (citizen_id, security_version)
         where citizen_id = ${citizen.citizenId}`
      return entered.length > 0
    },
    use: () => fill(browser, link, { email: citizen.email, password: TEST_PASSWORD }),
  }
}

const ofRooms = await fixturesOf<{ readonly arrivals: Arrivals }>('room-arrivals')

/** Every kind of link that is mailed to a citizen, by what it is for. */
export const MAILED_LINKS: Arrivals = {
  'a registration': registration,
  'a new password': recovery,
  'a new password, after "this was not me"': wasNotMe,
  'a new browser': newBrowser,
  'the address of an account': verification,
  'keeping an account that is to be closed': keptAccount,
  ...Object.assign({}, ...ofRooms.map(({ arrivals }) => arrivals)),
}
