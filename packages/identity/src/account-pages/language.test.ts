import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { findCitizen } from '../citizens/index.ts'
import { openLetter } from '../mail/sealed-letter.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

const spoken = ({ html }: Visited) => html.querySelector('html')?.getAttribute('lang')
const languageOf = async (citizenId: string) =>
  (await findCitizen(service.foundation.db, citizenId))?.language

/** Sends the form at the foot of a page. */
function choose(browser: TestBrowser, page: Visited, language: string, more: Record<string, string> = {}) {
  const form = page.html.querySelector('footer form')
  const fields = (form?.querySelectorAll('input') ?? []).map((input) => [
    input.getAttribute('name') ?? '',
    input.getAttribute('value') ?? '',
  ])
  return browser.post('/language/', { ...Object.fromEntries(fields), language, ...more })
}

describe('the language that a program asks for comes along', () => {
  const ask = async (browser: TestBrowser, asked: Record<string, string>) =>
    browser.get(authorizeAddress(newAttempt(await addProgram(service), asked)))
  const PATHS = ['/login/', '/register/', '/recover/', '/no-such-page/']
  const spokenAt = (browser: TestBrowser) =>
    Promise.all(PATHS.map(async (path) => spoken(await browser.get(path))))

  test('through the registration, and into the letter', async () => {
    const browser = service.browser({ 'accept-language': 'en' })
    const login = await ask(browser, { ui_locales: 'tlh fr-CA de' })
    const register = await browser.click(login, 'Créer un compte')
    const sent = await browser.submit(register, { full_name: 'Fleur', email: 'fleur@example.test' })
    expect([login, register, sent].map(spoken)).toEqual(['fr', 'fr', 'fr'])
    expect(Object.values(await lettersTo({ email: 'fleur@example.test' }))).toEqual(['fr'])
  })

  test('to every page, until a program asks for another language or for none', async () => {
    const browser = service.browser({ 'accept-language': 'en' })
    await ask(browser, { ui_locales: 'fr' })
    expect(await spokenAt(browser)).toEqual(PATHS.map(() => 'fr'))
    await ask(browser, { ui_locales: 'ar' })
    expect(await spokenAt(browser)).toEqual(PATHS.map(() => 'ar'))
    await ask(browser, {})
    expect(await spokenAt(browser)).toEqual(PATHS.map(() => 'en'))
  })

  test('until somebody signs out: the next reader of a shared computer has asked for nothing', async () => {
    const browser = service.browser({ 'accept-language': 'en' })
    await ask(browser, { ui_locales: 'fr' })
    await signIn(browser, await addCitizen(service, { language: 'fr' }))
    await browser.submit(await browser.get('/account/'), {}, { button: 'Se déconnecter' })
    expect(await spokenAt(browser)).toEqual(PATHS.map(() => 'en'))
  })

  test('but what the citizen has chosen counts more, and what nobody speaks counts nothing', async () => {
    const browser = service.browser({ 'accept-language': 'es' })
    await ask(browser, { ui_locales: 'tlh' })
    expect(await spokenAt(browser)).toEqual(PATHS.map(() => 'es'))
    await choose(browser, await browser.get('/recover/'), 'de')
    await ask(browser, { ui_locales: 'fr' })
    expect(await spokenAt(browser)).toEqual(PATHS.map(() => 'de'))
  })

  test.each(['fr,de', '__proto__', 'tlh', '../'])('a cookie with %j counts nothing', async (value) => {
    const headers = { cookie: `portico_asked_language=${value}`, 'accept-language': 'es' }
    expect(await (await fetch(`${service.baseUrl}/recover/`, { headers })).text()).toContain(
      '<html lang="es"',
    )
  })
})

describe('the choice at the foot of each page', () => {
  test.each(['es', 'fr', 'de', 'ar', 'zh-Hans'])(
    'stays on the page, and the browser remembers %s',
    async (language) => {
      const browser = service.browser({ 'accept-language': 'en' })
      const chosen = await choose(browser, await browser.get('/recover/'), language)
      expect([chosen.status, new URL(chosen.url).pathname, spoken(chosen)]).toEqual([
        200,
        '/recover/',
        language,
      ])
      expect(chosen.html.querySelector('html')?.getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
      expect(spoken(await browser.get('/register/'))).toBe(language)
      expect(spoken(await browser.get('/no-such-page/'))).toBe(language)
    },
  )

  test('keeps the program that waits for a sign-in, before and after a refused form', async () => {
    const program = await addProgram(service, { name: 'Parking Permits' })
    const browser = service.browser({ 'accept-language': 'en' })
    const page = await browser.get(authorizeAddress(newAttempt(program)))
    const french = await choose(browser, page, 'fr')
    expect([spoken(french), french.html.text.includes('Parking Permits')]).toEqual(['fr', true])
    const refused = await browser.submit(french, { email: 'a@example.test', password: 'wrong' })
    const arabic = await choose(browser, refused, 'ar')
    expect([spoken(arabic), arabic.html.text.includes('Parking Permits')]).toEqual(['ar', true])
    const registration = await browser.get(
      arabic.html.querySelector('a[href^="/register/"]')?.getAttribute('href') ?? '',
    )
    const chinese = await choose(browser, registration, 'zh-Hans')
    expect(chinese.html.querySelector('input[name=resume]')?.getAttribute('value')).toBe(
      registration.html.querySelector('input[name=resume]')?.getAttribute('value'),
    )
  })

  test('the page that asks to continue to a program stays, too', async () => {
    const program = await addProgram(service, { name: 'Library' })
    const browser = service.browser({ 'accept-language': 'en' })
    await signIn(browser, await addCitizen(service, { language: 'de' }))
    const page = await browser.get(authorizeAddress(newAttempt(program, { ui_locales: 'fr' })))
    expect(spoken(page)).toBe('de')
    const spanish = await choose(browser, page, 'es')
    expect([spoken(spanish), spanish.html.querySelector('button[value=continue]') !== null]).toEqual([
      'es',
      true,
    ])
  })

  test('is stored for whoever is signed in, and wins over the browser and the cookie', async () => {
    const citizen = await addCitizen(service, { language: 'de' })
    const browser = service.browser({ 'accept-language': 'en' })
    await choose(browser, await browser.get('/login/'), 'fr')
    await signIn(browser, citizen)
    const page = await browser.get('/account/')
    expect(spoken(page)).toBe('de')
    expect(spoken(await choose(browser, page, 'ar'))).toBe('ar')
    expect(await languageOf(citizen.citizenId)).toBe('ar')
    const [event] = await service.foundation.db.query<{ details: object }>`
      select details from audit_events where citizen_id = ${citizen.citizenId} and name = 'profile-changed'`
    expect(event?.details).toEqual({ language: true })
  })

  test.each(['', 'tlh', 'EN', 'zh', 'de\r\nSet-Cookie: x=y', '__proto__', 'fr,de'])(
    'refuses %j, and nothing changes',
    async (language) => {
      const citizen = await addCitizen(service, { language: 'de' })
      const browser = service.browser()
      await signIn(browser, citizen)
      const answer = await choose(browser, await browser.get('/account/'), language)
      expect([answer.status, await languageOf(citizen.citizenId)]).toEqual([400, 'de'])
      expect(browser.cookies.has('portico_language')).toBe(false)
    },
  )

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    '/..//evil.example',
    'javascript:alert(1)',
    `/${'a'.repeat(14_000)}`,
    '',
  ])('never leads to %j', async (back) => {
    const browser = service.browser()
    const page = await browser.get('/login/')
    const form = page.html.querySelector('footer form')
    const token = form?.querySelector('[name=csrf_token]')?.getAttribute('value') ?? ''
    const fields = { csrf_token: token, language: 'fr', back }
    const answer = await browser.post('/language/', fields, { follow: false })
    expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/account/`])
  })

  test('nobody chooses for another browser', async () => {
    const citizen = await addCitizen(service, { language: 'de' })
    const browser = service.browser()
    await signIn(browser, citizen)
    const foreign = await service.browser().get('/login/')
    const answer = await choose(browser, foreign, 'ar')
    expect([answer.status, await languageOf(citizen.citizenId)]).toEqual([403, 'de'])
  })

  test.each(['tlh', 'de,en', '"de"', 'de%00', '<script>', 'constructor', 'a'.repeat(4_000)])(
    'a cookie of %j is no choice',
    async (value) => {
      const answer = await fetch(`${service.baseUrl}/login/`, {
        headers: { cookie: `portico_language=${value}`, 'accept-language': 'fr' },
      })
      expect([answer.status, /<html lang="([^"]*)"/.exec(await answer.text())?.[1]]).toEqual([200, 'fr'])
    },
  )
})

describe('the language of an account', () => {
  test('can be changed with the profile, whose answer speaks it', async () => {
    const citizen = await addCitizen(service, { language: 'de' })
    const browser = service.browser({ 'accept-language': 'en' })
    await signIn(browser, citizen)
    const saved = await browser.submit(await browser.get('/account/profile/'), { language: 'es' })
    expect([spoken(saved), await languageOf(citizen.citizenId)]).toEqual(['es', 'es'])
    await browser.submit(saved, { language: 'tlh' })
    expect(await languageOf(citizen.citizenId)).toBe('es')
  })

  test('where there is none yet, a known browser gives it its own, and a new one does not', async () => {
    const citizen = await addCitizen(service)
    const known = service.browser({ 'accept-language': 'fr' })
    await signIn(known, citizen)
    expect(await languageOf(citizen.citizenId)).toBe('')
    await signIn(service.browser({ 'accept-language': 'zh-CN' }), citizen)
    expect(await languageOf(citizen.citizenId)).toBe('')
    known.cookies.delete('portico_session')
    await signIn(known, citizen, TEST_PASSWORD)
    expect(await languageOf(citizen.citizenId)).toBe('fr')
  })
})

/** The language of each letter to a citizen that waits, by its kind. */
async function lettersTo({ email }: { readonly email: string }): Promise<Record<string, string>> {
  const { db, keyring } = service.foundation
  const rows = await db.query<{ messageId: string; sealedContent: Buffer }>`
    select message_id as "messageId", sealed_content as "sealedContent" from outbox where recipient = ${email}`
  const letters = rows.map(({ messageId, sealedContent }) => openLetter(keyring, messageId, sealedContent))
  return Object.fromEntries(letters.map(({ letter, language }) => [letter.kind, language]))
}

// proves: design-8-security-mails
describe('a letter speaks the language of the account', () => {
  test.each([
    ['de', 'de'],
    ['', 'en'],
  ])('whoever signs in or changes something: %j', async (language, heard) => {
    const citizen = await addCitizen(service, { language })
    await signIn(service.browser({ 'accept-language': 'fr' }), citizen)
    const stranger = service.browser({ 'accept-language': 'zh-CN' })
    await signIn(stranger, citizen)
    expect((await lettersTo(citizen))['new-device'] || 'en').toBe(heard)
    const page = await stranger.get('/account/password/')
    await stranger.submit(page, { current_password: TEST_PASSWORD, password: 'nine purple umbrellas' })
    expect((await lettersTo(citizen))['password-changed'] || 'en').toBe(heard)
  })

  test('whoever asks for a link, or wants to register the address again', async () => {
    const citizen = await addCitizen(service, { language: 'ar' })
    const stranger = service.browser({ 'accept-language': 'fr' })
    await stranger.submit(await stranger.get('/recover/'), { email: citizen.email })
    await stranger.submit(await stranger.get('/register/'), { email: citizen.email, full_name: 'Somebody' })
    expect(await lettersTo(citizen)).toEqual({ recovery: 'ar', 'already-registered': 'ar' })
  })

  test('only a link to an account without a language speaks that of whoever asked', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser({ 'accept-language': 'fr' })
    await browser.submit(await browser.get('/recover/'), { email: citizen.email })
    expect(await lettersTo(citizen)).toEqual({ recovery: 'fr' })
  })
})
