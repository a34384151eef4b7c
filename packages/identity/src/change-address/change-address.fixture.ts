import { pastClock } from '../../testing/fake-clock.ts'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, findCitizen, insertCitizen } from '../citizens/index.ts'
import { linkPathIn, newestLetter } from '../mail/newest-letter.fixture.ts'
import { UTC } from '../platform/date-words.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { ROOMS } from '../rooms.ts'
import { factorsOf } from '../sign-in/index.ts'
import { type CarryOutChangesNeeds, carryOutChanges } from './index.ts'
import { orderChange } from './order-change.ts'

export const DAY_SECONDS = 24 * 60 * 60
/** The waiting period of the tests, which is the default. */
export const WAIT_SECONDS = 3 * DAY_SECONDS
export const UNDO_SECONDS = 7 * DAY_SECONDS
export const ADDRESS = '/account/address/'

/** The heading of a page. */
export const titleOf = ({ html }: Visited) => html.querySelector('h1')?.text

/** What the tests of one citizen ask. */
export class ChangeCase {
  readonly service: TestService
  readonly citizen: Citizen
  readonly newEmail: string

  constructor(service: TestService, citizen: Citizen) {
    this.service = service
    this.citizen = citizen
    this.newEmail = `new.${citizen.email}`
  }
  /** A browser that has just signed in, and asks for a link to the new address. */
  async request(email = this.newEmail): Promise<{ browser: TestBrowser; sent: Visited }> {
    const browser = this.service.browser()
    await signIn(browser, this.citizen)
    return {
      browser,
      sent: await browser.submit(await browser.get(ADDRESS), { email }, { button: 'Send the link' }),
    }
  }
  /** Opens the link that was mailed to the new address in another browser, and types the old address. */
  async confirm(email: string = this.citizen.email): Promise<Visited> {
    const browser = this.service.browser()
    return browser.submit(await browser.get(await this.linkOf('new-address', this.newEmail)), { email })
  }
  /** Both steps: the change waits. */
  async begin(): Promise<void> {
    await this.request()
    const { url, html } = await this.confirm()
    if (!url.endsWith('/asked/')) throw new Error(`Not begun: ${url} ${html.text.slice(0, 300)}`)
  }
  /** The change was carried out. */
  async finish(): Promise<void> {
    await this.begin()
    this.service.clock.advance(WAIT_SECONDS)
    await carryOutAll(this.service)
  }
  /** Opens the link of a letter to the old address, and types an address. */
  async keep(link: string, email: string = this.citizen.email): Promise<Visited> {
    const browser = this.service.browser()
    return browser.submit(await browser.get(link), { email })
  }
  /** An operator's order of the new address. */
  order(reason = 'Came to the counter with a passport') {
    const { foundation, baseUrl } = this.service
    const needs = {
      ...foundation,
      baseUrl,
      serviceName: 'portico',
      timeZone: UTC,
      addressChangeWaitDays: 3,
      newEmail: this.newEmail,
    }
    return orderChange(needs, { emailOrSubject: this.citizen.email, reason })
  }
  /** The newest letter of this name to this address. */
  letter(name: string, recipient: string = this.citizen.email) {
    return newestLetter(this.service.foundation, name, recipient)
  }
  /** The path of the link in the newest letter of this kind. */
  async linkOf(
    kind: 'new-address' | 'address-change-begun' | 'address-changed' | 'was-not-me' | 'recovery',
    recipient: string = this.citizen.email,
  ): Promise<string> {
    return linkPathIn(await this.letter(kind, recipient))
  }
  /** The kinds of the letters to an address. */
  async letters(recipient: string = this.citizen.email): Promise<readonly string[]> {
    const rows = await this.service.foundation.db.query<{ kind: string }>`
      select kind from outbox where recipient = ${recipient} order by created_at, kind`
    return rows.map(({ kind }) => kind)
  }
  /** The names of the events about the change, with the cause where there is one. */
  async events(): Promise<readonly string[]> {
    const rows = await this.service.foundation.db.query<{ said: string }>`
      select concat_ws(' ', name, details ->> 'cause') as said from audit_events
       where citizen_id = ${this.citizen.citizenId} and name like '%address%' order by written_in, at`
    return rows.map(({ said }) => said)
  }
  /** The citizen as stored. */
  async now(): Promise<Citizen> {
    const found = await findCitizen(this.service.foundation.db, this.citizen.citizenId)
    if (!found) throw new Error('No citizen')
    return found
  }
  /** The addresses that sign this citizen in. */
  async loginEmails(): Promise<readonly string[]> {
    const rows = await this.service.foundation.db.query<{ email: string }>`
      select email from login_emails where citizen_id = ${this.citizen.citizenId} and reserved_until is null`
    return rows.map(({ email }) => email)
  }
  /** The addresses that are reserved for this citizen. */
  async reserved(): Promise<readonly string[]> {
    const rows = await this.service.foundation.db.query<{ email: string }>`
      select email from login_emails where citizen_id = ${this.citizen.citizenId} and reserved_until is not null`
    return rows.map(({ email }) => email)
  }
  /** Whether a change waits or can be undone. */
  async isKept(): Promise<boolean> {
    const rows = await this.service.foundation.db.query`
      select 1 as one from address_changes where citizen_id = ${this.citizen.citizenId}`
    return rows.length > 0
  }
  /** Whether this address and password sign in. */
  async signsIn(email: string, password = TEST_PASSWORD): Promise<boolean> {
    const browser = this.service.browser()
    await browser.submit(await browser.get('/login/'), { email, password })
    return new URL((await browser.get('/account/')).url).pathname === '/account/'
  }
}

/** A service whose limits of the network stop no test, because all citizens of a test come from one address. */
export function startChangeService(
  environment: Readonly<Record<string, string>> = {},
  between: (db: Database) => Database = (db) => db,
): Promise<TestService> {
  const most = '100000'
  return startTestService({
    between,
    clock: pastClock(),
    environment: {
      ...environment,
      PORTICO_LIMIT_RECOVER_PER_IP_HOUR: most,
      PORTICO_LIMIT_REGISTER_PER_IP_HOUR: most,
    },
  })
}

/** A citizen who has asked for nothing yet. */
export async function newCase(service: TestService): Promise<ChangeCase> {
  return new ChangeCase(service, await addCitizen(service))
}

/** A citizen whose change of address waits. */
export async function waitingCase(service: TestService): Promise<ChangeCase> {
  const it = await newCase(service)
  await it.begin()
  return it
}

/** A citizen whose address was changed. */
export async function changedCase(service: TestService): Promise<ChangeCase> {
  const it = await newCase(service)
  await it.finish()
  return it
}

/** Another account with this address, made as at the end of a registration. False where it cannot have the address. */
export async function register({ foundation }: TestService, email: string): Promise<boolean> {
  const { db, clock, random } = foundation
  const person = { fullName: 'Other Citizen', phoneNumber: '', language: 'en', passwordHash: '' }
  const account = { citizenId: randomUuid(random), subject: randomUuid(random), email, emailVerified: true }
  const standing = { standing: 'active', securityVersion: 1, createdAt: clock.now() } as const
  return db.transaction((tx) => insertCitizen(tx, { ...person, ...account, ...standing }))
}

/** Rounds of the housekeeping, until nothing is due. */
export async function carryOutAll(
  { foundation, baseUrl }: TestService,
  changes: Partial<CarryOutChangesNeeds> = {},
  run = purgeAll,
): Promise<void> {
  const { db, clock, keyring, random } = foundation
  const { secondFactor } = factorsOf(ROOMS, { ...foundation, baseUrl })
  await run(
    carryOutChanges({
      keyring,
      random,
      baseUrl,
      serviceName: 'portico',
      timeZone: UTC,
      secondFactor,
      ...changes,
    }),
    {
      db,
      clock,
    },
  )
}
