import { TEST_PASSWORD } from '../../testing/people.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import { enrol, givePassword } from '../../testing/soft-app.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import type { TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { linkPathIn, newestLetter } from '../mail/newest-letter.fixture.ts'
import { keepOpenIn } from '../moments/index.ts'
import { UTC } from '../platform/date-words.ts'
import { ROOMS } from '../rooms.ts'
import { factorsOf } from '../sign-in/index.ts'
import { type CarryOutRemovalsNeeds, carryOutRemovals } from './index.ts'

export const DAY_SECONDS = 24 * 60 * 60
/** The waiting period of the tests, which is the default. */
export const WAIT_SECONDS = 7 * DAY_SECONDS
export const LOST = '/login/code/lost/'
export const CODES = '/account/codes/'

/** What the tests of one citizen ask. */
export class LostCase {
  readonly service: TestService
  readonly citizen: Citizen

  constructor(service: TestService, citizen: Citizen) {
    this.service = service
    this.citizen = citizen
  }
  /** A browser whose password was right, which asks for the mail. */
  async report(browser = this.service.browser()): Promise<{ browser: TestBrowser; sent: Visited }> {
    const asked = await givePassword(browser, this.citizen)
    const page = await browser.click(asked, 'I have lost my phone')
    return { browser, sent: await browser.submit(page, {}, { button: 'Send the email' }) }
  }
  /** Opens the mailed link in another browser, and gives the password. */
  async confirm(password = TEST_PASSWORD): Promise<Visited> {
    const browser = this.service.browser()
    return browser.submit(await browser.get(await this.linkOf('lost-app')), { password })
  }
  /** Both steps. */
  async ask(): Promise<void> {
    await this.report()
    const { url, html } = await this.confirm()
    if (!url.endsWith('/done/')) throw new Error(`Not asked: ${url} ${html.text.slice(0, 300)}`)
  }
  /** The newest letter of this name. */
  letter(name: string) {
    return newestLetter(this.service.foundation, name, this.citizen.email)
  }
  /** The paragraphs of that letter before its button. */
  async saidIn(name: string): Promise<string> {
    const letter = await this.letter(name)
    return letter.kind === 'written' ? letter.text.before.join('\n') : ''
  }
  /** The path of the link in the newest letter of this kind. */
  async linkOf(
    kind: 'lost-app' | 'app-removal-requested' | 'operator-removes-app' | 'app-removal-soon' | 'recovery',
  ): Promise<string> {
    return linkPathIn(await this.letter(kind))
  }
  async letters(): Promise<readonly string[]> {
    const rows = await this.service.foundation.db.query<{ kind: string }>`
      select kind from outbox where recipient = ${this.citizen.email} order by created_at, kind`
    return rows.map(({ kind }) => kind)
  }
  /** The names of the events about the removal, with the cause where there is one. */
  async events(): Promise<readonly string[]> {
    const rows = await this.service.foundation.db.query<{ said: string }>`
      select concat_ws(' ', name, details ->> 'cause') as said from audit_events
       where citizen_id = ${this.citizen.citizenId} and (name like 'app-removal-%' or name = 'lost-app-reported')
       order by written_in, at`
    return rows.map(({ said }) => said)
  }
  async apps(): Promise<number> {
    const [row] = await this.service.foundation.db.query<{ apps: number }>`
      select count(*)::int as apps from authenticators where citizen_id = ${this.citizen.citizenId}`
    return row?.apps ?? 0
  }
  async waits(): Promise<boolean> {
    const rows = await this.service.foundation.db.query`
      select 1 as one from app_removals where citizen_id = ${this.citizen.citizenId}`
    return rows.length > 0
  }
}

/** A citizen who added an app some days ago. */
export async function withOldApp(service: TestService, citizen: Citizen) {
  const enrolled = await enrol(service, citizen)
  service.clock.advance(4 * DAY_SECONDS)
  return { ...enrolled, lost: new LostCase(service, citizen) }
}

/** Rounds of the housekeeping, until nothing is due. */
export async function carryOutAll(
  { foundation, baseUrl }: TestService,
  changes: Partial<CarryOutRemovalsNeeds> = {},
  run = purgeAll,
): Promise<void> {
  const { db, clock, keyring, random } = foundation
  const { secondFactor } = factorsOf(ROOMS, { ...foundation, baseUrl })
  const common = { keyring, random, baseUrl, serviceName: 'portico', timeZone: UTC, secondFactor }
  const needs = { ...common, keepOpen: keepOpenIn(ROOMS), ...changes }
  await run(carryOutRemovals(needs), { db, clock })
}
