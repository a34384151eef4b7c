import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { addSoftPasskey, enterWith } from '../../testing/soft-passkey.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import type { Letter } from '../mail/index.ts'
import { openLetter } from '../mail/sealed-letter.ts'
import { unixSeconds } from '../platform/clock.ts'
import { momentWords, UTC } from '../platform/date-words.ts'

const DAY_SECONDS = 24 * 60 * 60
const CHOSEN = 'nine purple umbrellas'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

async function letterTo({ email }: Citizen, kind: string): Promise<Letter | undefined> {
  const { db, keyring } = service.foundation
  const [row] = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${email} and kind = ${kind} order by created_at desc limit 1`
  return row && openLetter(keyring, row.id, row.sealed).letter
}

/** A letter that says when these passkeys were added, and no others. */
const saying = (...addedAt: readonly number[]) => {
  const moments = addedAt
    .map((at) => momentWords({ language: 'en', timeZone: UTC })(unixSeconds(at)))
    .join('; ')
  return {
    text: { before: expect.arrayContaining([expect.stringContaining(`in the 3 days before: ${moments}.`)]) },
  }
}

/** The page behind a mailed link for a new password. */
async function askedPage(browser: TestBrowser, citizen: Citizen): Promise<Visited> {
  const asking = service.browser()
  await asking.submit(await asking.get('/recover/'), { email: citizen.email })
  const letter = await letterTo(citizen, 'recovery')
  return browser.get(letter && 'link' in letter ? letter.link.reveal() : '')
}

/** Chooses a new password by a mailed link, and returns what the next page says was removed. */
async function recover(citizen: Citizen): Promise<string | undefined> {
  const browser = service.browser()
  const done = await browser.submit(await askedPage(browser, citizen), { password: CHOSEN })
  expect(new URL(done.url).pathname).toBe('/recover/done/')
  return done.html.querySelector('section[aria-labelledby=removed]')?.text
}

/** A citizen with a passkey of so long ago, and one of now. */
async function withTwo(ageSeconds: number) {
  const citizen = await addCitizen(service)
  const add = async () => {
    const browser = service.browser()
    await signIn(browser, citizen)
    return addSoftPasskey(browser, service)
  }
  const old = await add()
  service.clock.advance(ageSeconds)
  const recent = await add()
  return { citizen, old, recent, addedAt: service.clock.now() }
}

const eventsOf = async ({ citizenId }: Citizen) =>
  service.database.db.query`
    select details from audit_events where citizen_id = ${citizenId} and name = 'passkey-removed'`

// proves: threat-passkey-planted
test('a recovery by mail removes a passkey of the last three days, and says when it was added', async () => {
  const { citizen, old, recent, addedAt } = await withTwo(3 * DAY_SECONDS)
  service.clock.advance(60)
  const said = await recover(citizen)
  expect(said).toContain(
    'We removed the passkeys that were added in the last 3 days with the password alone.',
  )
  expect(said).toContain('We cannot know who added it')
  expect(said).toContain('add it again')
  expect(said).not.toContain('apps for codes')
  expect((await enterWith(service.browser(), recent)).status).toBe(400)
  expect((await enterWith(service.browser(), old)).status).toBe(303)
  expect(await letterTo(citizen, 'young-passkeys-removed')).toMatchObject(saying(addedAt))
  expect(await eventsOf(citizen)).toEqual([{ details: { cause: 'recovery', passkeys: 1 } }])
})

test('an older passkey outlasts it, and then there is no letter', async () => {
  const { citizen, old } = await withTwo(DAY_SECONDS)
  service.clock.advance(3 * DAY_SECONDS)
  expect(await recover(citizen)).toBeUndefined()
  expect((await enterWith(service.browser(), old)).status).toBe(303)
  expect(await letterTo(citizen, 'young-passkeys-removed')).toBeUndefined()
  expect(await eventsOf(citizen)).toEqual([])
})

// proves: threat-passkey-planted
test('all recent ones go, the letter has no name that a thief chose, and no session of them is left', async () => {
  const { citizen, addedAt } = await withTwo(60)
  await service.database.db.query`
    update passkeys set name = 'Call +1 555 0100' where citizen_id = ${citizen.citizenId}`
  await recover(citizen)
  const letter = await letterTo(citizen, 'young-passkeys-removed')
  expect(letter).toMatchObject(saying(addedAt - 60, addedAt))
  expect(JSON.stringify(letter)).not.toContain('Call')
  const left = await service.database.db.query`
    select 1 as one from passkeys where citizen_id = ${citizen.citizenId}
    union all select 1 from sessions s join citizens c using (citizen_id, security_version) where s.citizen_id = ${citizen.citizenId}`
  expect(left).toEqual([])
})

// proves: recent-passkeys-said-before
test('the page for the new password says before it which passkey goes, by the instant, and none that stays', async () => {
  const { citizen, addedAt } = await withTwo(3 * DAY_SECONDS)
  const browser = service.browser()
  const page = await askedPage(browser, citizen)
  const said = page.html.querySelector('section[aria-labelledby=removes]')
  expect(said?.text).toContain('Passkeys that were added in the last 3 days with the password alone:')
  const instants = said?.querySelectorAll('time').map((time) => time.getAttribute('datetime'))
  expect(instants).toEqual([new Date(addedAt * 1000).toISOString()])
  const refused = await browser.submit(page, { password: 'short' })
  expect(refused.html.querySelector('section[aria-labelledby=removes]')).not.toBeNull()
  service.clock.advance(3 * DAY_SECONDS)
  const later = await askedPage(service.browser(), citizen)
  expect(later.html.querySelector('section[aria-labelledby=removes]')).toBeNull()
})

test('a link that is refused removes nothing', async () => {
  const { citizen, recent } = await withTwo(60)
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email: citizen.email })
  const letter = await letterTo(citizen, 'recovery')
  const page = await browser.get(letter && 'link' in letter ? letter.link.reveal() : '')
  for (const password of ['', 'short', citizen.email]) await browser.submit(page, { password })
  expect((await enterWith(service.browser(), recent)).status).toBe(303)
})
