import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { openLetter } from '../mail/sealed-letter.ts'

const DAY_SECONDS = 24 * 60 * 60
const HALF_HOUR_SECONDS = 30 * 60
const LIFETIMES = { '/register/': DAY_SECONDS, '/recover/': HALF_HOUR_SECONDS } as const
const TYPED = { full_name: 'Ada Lovelace', phone_number: '+44 20 7946 0958' }
const PLACES = ['/register/', '/recover/'] as const
type Place = (typeof PLACES)[number]

let service: TestService
let round = 0
let browser: TestBrowser
let email = ''

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => {
  round += 1
  service.clock.advance(3 * DAY_SECONDS)
  browser = service.browser()
  email = `over${round}@example.org`
})
afterAll(() => service?.close())

async function mailed(): Promise<{ link: string; code: string }> {
  const { db, keyring } = service.foundation
  const [row] = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${email} and kind in ('recovery', 'registration') order by created_at desc, message_id limit 1`
  const letter = row && openLetter(keyring, row.id, row.sealed).letter
  if (!letter || !('link' in letter) || !('code' in letter)) throw new Error(`No link for ${email}`)
  return { link: letter.link.reveal(), code: letter.code?.reveal() ?? '' }
}

const ask = async (place: Place, by = browser, to = email) =>
  by.submit(await by.get(place), { ...(place === '/register/' && TYPED), email: to })
async function asked(place: Place): Promise<{ sent: Visited; link: string; code: string }> {
  if (place === '/recover/') await addCitizen(service, { email })
  const sent = await ask(place)
  return { sent, ...(await mailed()) }
}
const fieldsOf = ({ html }: Visited) =>
  Object.fromEntries(
    html
      .querySelectorAll('main input:not([type=hidden])')
      .map((input) => [input.getAttribute('name'), input.getAttribute('value') ?? '']),
  )
const formOf = ({ html }: Visited) => html.querySelector('main form')?.getAttribute('action')
const titleOf = ({ html }: Visited) => html.querySelector('h1')?.text
const saysWhy = ({ html }: Visited) => html.querySelector('[role=alert]')?.text
const typedAt = (place: Place) => (place === '/register/' ? { ...TYPED, email } : { email })
const NO_LINK = [400, 'This link does not work', undefined]
const shownOf = (page: Visited) => [page.status, titleOf(page), formOf(page)]

describe.each(PLACES)('a mail of %s that came too late', (place) => {
  test('its code is over, and the first button below sends it again', async () => {
    const { sent, code } = await asked(place)
    service.clock.advance(LIFETIMES[place])
    const over = await browser.submit(sent, { code }, { button: 'Continue' })
    expect(saysWhy(over)).toContain('A code for this email does not work any more')
    const [button] = over.html.querySelectorAll('main button')
    expect([formOf(over), button?.text]).toEqual([`${place}again/`, 'Send the email again'])
    expect((await browser.submit(over)).html.querySelector('.notice')?.text).toContain('asked for again')
    expect((await mailed()).code).not.toBe(code)
  })
  test('its link brings the form with what was typed, and one press sends another', async () => {
    const { link } = await asked(place)
    service.clock.advance(LIFETIMES[place])
    const form = await browser.get(link)
    expect([form.status, formOf(form), fieldsOf(form)]).toEqual([400, place, typedAt(place)])
    expect(saysWhy(form)).toContain('has expired')
    const sent = await browser.submit(form)
    expect(new URL(sent.url).pathname).toBe(`${place}sent/`)
    expect((await browser.get((await mailed()).link)).status).toBe(200)
  })
  test('the same for a link that was used in another browser, and for the link of a code', async () => {
    const { link, sent, code } = await asked(place)
    const own = await browser.submit(sent, { code }, { button: 'Continue' })
    service.clock.advance(LIFETIMES[place])
    const late = await browser.submit(own, { password: 'nine purple umbrellas' })
    expect([formOf(late), fieldsOf(late)]).toEqual([place, typedAt(place)])
    expect(shownOf(await browser.get(link))).toEqual(NO_LINK)
  })
  test('another browser reads no form, and nothing that was typed', async () => {
    const { link } = await asked(place)
    service.clock.advance(LIFETIMES[place])
    const other = service.browser()
    expect(shownOf(await other.get(link))).toEqual(NO_LINK)
    await other.get('/register/')
    for (const name of ['portico_registered', 'portico_recovering'])
      other.cookies.set(name, browser.cookies.get(name) ?? '')
    const stolen = await other.get(link)
    expect([...shownOf(stolen), stolen.body.includes(email)]).toEqual([...NO_LINK, false])
  })
  test('no form with a changed note, another link, or after somebody has signed in', async () => {
    const { link } = await asked(place)
    service.clock.advance(LIFETIMES[place])
    const name = place === '/register/' ? 'portico_registered' : 'portico_recovering'
    const note = browser.cookies.get(name) ?? ''
    for (const changed of [`x${note}`, `${note}x`, note.slice(0, -2), '', 'null', '.', '%00']) {
      browser.cookies.set(name, changed)
      expect(shownOf(await browser.get(link))).toEqual(NO_LINK)
    }
    browser.cookies.set(name, note)
    for (const other of [`${link}x`, link.slice(0, -1), link.replace(/link=.*/, 'link=')])
      expect(shownOf(await browser.get(other))).toEqual(NO_LINK)
    expect(formOf(await browser.get(link))).toBe(place)
    await signIn(browser, await addCitizen(service))
    expect(shownOf(await browser.get(link))).toEqual(NO_LINK)
  })
  test('no form when the note is too old, and no mail is sent again from it', async () => {
    const { link, sent, code } = await asked(place)
    service.clock.advance(LIFETIMES[place] + 60 * 60)
    expect(shownOf(await browser.get(link))).toEqual(NO_LINK)
    const over = await browser.submit(sent, { code }, { button: 'Continue' })
    expect([over.status, over.html.querySelector('button.primary')]).toEqual([400, null])
  })
})

test('the limits of an address count for what is sent from an expired link', async () => {
  const { link } = await asked('/recover/')
  service.clock.advance(HALF_HOUR_SECONDS)
  const statuses: number[] = []
  for (let press = 0; press < 8; press += 1)
    statuses.push((await browser.submit(await browser.get('/recover/'), { email })).status)
  expect(statuses).toContain(429)
  expect((await browser.get(link)).status).toBe(400)
})

test('an address without an account reads the same page for its code, with the same button', async () => {
  const { sent } = await asked('/recover/')
  const nobody = service.browser()
  const elsewhere = await ask('/recover/', nobody, `no${email}`)
  service.clock.advance(HALF_HOUR_SECONDS)
  const bare = ({ body }: Visited) =>
    body.replaceAll(/<p class="reference">.*<\/p>|value="[^"]*"/g, '').replaceAll(`no${email}`, email)
  const known = await browser.submit(sent, { code: '123456' }, { button: 'Continue' })
  const unknown = await nobody.submit(elsewhere, { code: '123456' }, { button: 'Continue' })
  expect([bare(unknown), unknown.status]).toEqual([bare(known), known.status])
  const [again, never] = [await browser.submit(known), await nobody.submit(unknown)]
  expect([bare(never), never.status]).toEqual([bare(again), again.status])
})
