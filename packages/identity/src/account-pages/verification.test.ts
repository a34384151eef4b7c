import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, findCitizen, raiseSecurityVersion } from '../citizens/index.ts'
import { type ComposedMail, createMailSender } from '../mail/index.ts'
import { relayOf } from '../mail/relay-of.fixture.ts'
import { UTC } from '../platform/date-words.ts'
import { mintToken, type TokenKind } from '../platform/opaque-token.ts'
import { OF_ROOMS } from '../rooms.ts'
import { requestVerification } from './request-verification.ts'

const CONFIRM = '/account/verification/confirm/'
const DAY_SECONDS = 24 * 60 * 60
let service: TestService

beforeAll(async () => {
  service = await startTestService({
    environment: { PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '10', PORTICO_TRUSTED_PROXIES: '127.0.0.1,::1' },
  })
})
afterAll(() => service.close())

let addresses = 0

function newBrowser(): TestBrowser {
  addresses += 1
  return service.browser({ 'accept-language': 'en', 'x-forwarded-for': `198.19.0.${addresses}` })
}

async function unverified(): Promise<{ citizen: Citizen; browser: TestBrowser }> {
  const citizen = await addCitizen(service, { emailVerified: false })
  const browser = newBrowser()
  await signIn(browser, citizen)
  return { citizen, browser }
}

async function askForLink(browser: TestBrowser) {
  const page = await browser.get('/logout/')
  const csrf_token = page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  return browser.post('/account/verification/', { csrf_token })
}

// proves: design-7.8-refused-is-told
test('a mail for the own address that is refused is told where it was asked for, which leads to where the address is changed', async () => {
  const { browser } = await unverified()
  const relay = await relayOf(service)
  const sent = await askForLink(browser)
  relay.refuse('DATA', 552, 'mailbox full')
  await relay.sendDue()
  const { html } = await browser.get('/account/verification/sent/')
  await relay.close()
  const titles = [sent.html, html].map((page) => page.querySelector('h1')?.text)
  expect(titles).toEqual(['Check your email', 'Your mail provider refused our mail'])
  const change = OF_ROOMS.onProfile.find(({ beside }) => beside === 'address')?.link.path
  expect(html.querySelector('main .actions a')?.getAttribute('href')).toBe(change)
  if (change) expect(await browser.get(change)).toMatchObject({ status: 200, url: service.baseUrl + change })
})

/** Sends what is in the outbox to a mail server that keeps it here. */
async function deliver(): Promise<readonly ComposedMail[]> {
  const mails: ComposedMail[] = []
  const { foundation, baseUrl } = service
  const sender = createMailSender({
    ...foundation,
    sender: {
      baseUrl,
      serviceName: 'portico',
      timeZone: UTC,
      from: { name: 'Portico', address: 'no-reply@localhost' },
    },
    transport: {
      probe: async () => undefined,
      send: async (mail) => {
        mails.push(mail)
        return { kind: 'sent' }
      },
      close: () => undefined,
    },
  })
  await sender.sendDue()
  return mails
}

async function linkFor(citizen: Citizen, browser: TestBrowser): Promise<string> {
  await askForLink(browser)
  const mail = (await deliver()).find(({ to, text }) => to === citizen.email && text.includes(CONFIRM))
  return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

async function isVerified({ citizenId }: Citizen): Promise<boolean> {
  return (await findCitizen(service.foundation.db, citizenId))?.emailVerified ?? false
}

describe('asking for a link', () => {
  // proves: design-7.15-unverified-403
  test('sends it to the stored address, and the page says so', async () => {
    const { citizen, browser } = await unverified()
    const page = await askForLink(browser)
    expect(page.status).toBe(200)
    expect(page.body).toContain(citizen.email)
    const mails = await deliver()
    expect(mails.map(({ to }) => to)).toEqual([citizen.email])
    expect(mails[0]?.text).toMatch(new RegExp(`${service.baseUrl}${CONFIRM}\\?link=pvl_[A-Za-z0-9_-]{64}`))
  })
  test('the code of the mail leads to the same page, and the link ends with it', async () => {
    const { citizen, browser } = await unverified()
    const page = await askForLink(browser)
    const [mail] = await deliver()
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    const next = await browser.submit(page, { code })
    expect(next.html.querySelector('h1')?.text).toBe('Confirm your email address')
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect((await newBrowser().get(link)).status).toBe(400)
    expect(await isVerified(citizen)).toBe(false)
    expect((await browser.submit(next, { password: TEST_PASSWORD })).status).toBe(200)
    expect(await isVerified(citizen)).toBe(true)
  })
  test('it can be sent again from the page after it, and not once the session is over', async () => {
    const { citizen, browser } = await unverified()
    const page = await askForLink(browser)
    service.clock.advance(60)
    const again = await browser.submit(page, {}, { button: 'Send the email again' })
    expect([again.status, (await deliver()).length]).toEqual([200, 2])
    service.clock.advance(60)
    await service.foundation.db.query`
      update citizens set security_version = security_version + 1 where citizen_id = ${citizen.citizenId}`
    const late = await browser.submit(again, {}, { button: 'Send the email again' })
    expect(new URL(late.url).pathname).toBe('/login/')
    expect(await deliver()).toEqual([])
  })
  test('sends none when the address is verified', async () => {
    const browser = newBrowser()
    await signIn(browser, await addCitizen(service))
    expect((await askForLink(browser)).status).toBe(200)
    expect(await deliver()).toEqual([])
  })
  test('three times in an hour, and then one has to wait', async () => {
    const { browser } = await unverified()
    for (let time = 0; time < 3; time += 1) expect((await askForLink(browser)).status).toBe(200)
    const fourth = await askForLink(browser)
    expect(fourth.status).toBe(429)
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await deliver()).toHaveLength(3)
    service.clock.advance(60 * 60)
    expect((await askForLink(browser)).status).toBe(200)
    await deliver()
  })
  test('sends none while mail cannot be sent, and says so', async () => {
    const { citizen } = await unverified()
    const limits = { spend: async () => ({ allowed: true as const }), close: async () => undefined }
    const mail = { available: () => false, wake: () => undefined }
    const origin = { actor: 'citizen' as const, address: '192.0.2.1' }
    const needs = {
      ...service.foundation,
      baseUrl: service.baseUrl,
      serviceName: 'portico',
      timeZone: UTC,
      limits,
      mail,
    }
    const asked = await requestVerification(needs, { citizen, language: 'en', origin, code: 'no-code' })
    expect(asked).toEqual({ ok: false, refusal: 'mail-unavailable' })
    expect(await deliver()).toEqual([])
  })
  test('the link is kept only as its hash', async () => {
    const { citizen, browser } = await unverified()
    const secret = new URL(await linkFor(citizen, browser)).searchParams.get('link') ?? ''
    const rows = await service.foundation.db.query<{ row: string }>`
      select m::text as row from mailed_links m union all select e::text from audit_events e`
    const [stored, log] = [rows.map(({ row }) => row).join('\n'), service.logLines.join('\n')]
    expect([stored.includes(citizen.citizenId), log.includes('/account/')]).toEqual([true, true])
    for (const part of [secret, secret.slice(30)]) expect(stored + log).not.toContain(part)
  })
})

describe('the link', () => {
  test('with the password verifies the address, signed in or not, and only once', async () => {
    const { citizen, browser } = await unverified()
    const link = await linkFor(citizen, browser)
    const reader = newBrowser()
    const page = await reader.get(link)
    expect(page.status).toBe(200)
    expect(page.body).toContain(citizen.email)
    const answer = await reader.submit(page, { password: TEST_PASSWORD }, { follow: false })
    expect(answer.status).toBe(303)
    const done = await reader.get(answer.location ?? '')
    expect(done.status).toBe(200)
    expect(done.html.querySelector('h1')?.text).toBe('Your email address is confirmed')
    expect(done.html.querySelector('.actions a')?.getAttribute('href')).toBe('/login/')
    expect(await isVerified(citizen)).toBe(true)
    expect(reader.cookies.has('portico_session')).toBe(false)
    expect((await reader.get(link)).status).toBe(400)
    expect((await reader.submit(page, { password: TEST_PASSWORD, shown: '' })).status).toBe(400)
  })
  test('takes every other link of the citizen with it', async () => {
    const { citizen, browser } = await unverified()
    const [first, second] = [await linkFor(citizen, browser), await linkFor(citizen, browser)]
    await browser.submit(await browser.get(second), { password: TEST_PASSWORD })
    expect((await browser.get(first)).status).toBe(400)
  })
  // proves: threat-link-race
  test('five at once: one wins', async () => {
    const { citizen, browser } = await unverified()
    const page = await browser.get(await linkFor(citizen, browser))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        browser.submit(page, { password: TEST_PASSWORD, shown: '' }, { follow: false }),
      ),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const events = await service.foundation.db.query`
      select event_id from audit_events where citizen_id = ${citizen.citizenId} and name = 'email-verified'`
    expect(events).toHaveLength(1)
  })
  // proves: design-8-scanner-safe-links, threat-mail-scanner
  test('a scanner that gets, heads and submits what is in the form spends and verifies nothing', async () => {
    const { citizen, browser } = await unverified()
    const link = await linkFor(citizen, browser)
    const scanner = newBrowser()
    await fetch(link, { method: 'HEAD' })
    const page = await scanner.get(link)
    expect((await scanner.submit(page)).status).toBe(400)
    for (let time = 0; time < 8; time += 1) {
      expect((await scanner.submit(page, { password: '' })).status).toBe(400)
    }
    expect(await isVerified(citizen)).toBe(false)
    expect(
      (await browser.submit(await browser.get(link), { password: TEST_PASSWORD }, { follow: false })).status,
    ).toBe(303)
  })
  test('a wrong password spends no link, and guessing is slowed', async () => {
    const { citizen, browser } = await unverified()
    const link = await linkFor(citizen, browser)
    const thief = newBrowser()
    const page = await thief.get(link)
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1)
      statuses.push((await thief.submit(page, { password: 'guess', shown: '' })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect(await isVerified(citizen)).toBe(false)
    await browser.submit(await browser.get(link), { password: TEST_PASSWORD })
    expect(await isVerified(citizen)).toBe(true)
  })
  test('dies after a day', async () => {
    const { citizen, browser } = await unverified()
    const link = await linkFor(citizen, browser)
    const page = await browser.get(link)
    service.clock.advance(DAY_SECONDS)
    expect((await browser.get(link)).status).toBe(400)
    expect((await browser.submit(page, { password: TEST_PASSWORD })).status).toBe(400)
    expect(await isVerified(citizen)).toBe(false)
  })
  test.each(['the security version rises', 'the citizen is suspended'])('dies when %s', async (happening) => {
    const { citizen, browser } = await unverified()
    const link = await linkFor(citizen, browser)
    const page = await browser.get(link)
    const { db } = service.foundation
    if (happening.startsWith('the security')) await raiseSecurityVersion(db, citizen.citizenId)
    else await db.query`update citizens set standing = 'suspended' where citizen_id = ${citizen.citizenId}`
    expect((await browser.get(link)).body).not.toContain(citizen.email)
    expect((await browser.submit(page, { password: TEST_PASSWORD })).status).toBe(400)
    expect(await isVerified(citizen)).toBe(false)
  })
  test('is refused from another site and without the token', async () => {
    const { citizen, browser } = await unverified()
    const page = await browser.get(await linkFor(citizen, browser))
    const fields = { password: TEST_PASSWORD }
    expect((await browser.submit(page, { ...fields, csrf_token: '' })).status).toBe(403)
    expect((await browser.submit(page, fields, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    )
    expect(await isVerified(citizen)).toBe(false)
  })
  // proves: threat-dead-link
  test('cut off, foreign, of another kind or made up: one and the same page', async () => {
    const { citizen, browser } = await unverified()
    const good = new URL(await linkFor(citizen, browser)).searchParams.get('link') ?? ''
    const minted = (kind: TokenKind) =>
      mintToken(service.foundation.random, kind, citizen.citizenId).value.reveal()
    const links = ['', 'x', good.slice(0, -1), `${good}A`, good.toUpperCase(), good.replace('pvl_', 'prl_')]
    const pages = new Set<string>()
    for (const link of [...links, minted('verification-link'), minted('recovery-link'), minted('session')]) {
      const page = await browser.get(`${CONFIRM}?${new URLSearchParams({ link })}`)
      pages.add(
        `${page.status} ${page.body.replace(/<code[^<]*<\/code>|name="(?:back|shown)" value="[^"]*"/g, '')}`,
      )
    }
    const twice = await browser.get(`${CONFIRM}?link=${good}&link=${good}`)
    pages.add(
      `${twice.status} ${twice.body.replace(/<code[^<]*<\/code>|name="(?:back|shown)" value="[^"]*"/g, '')}`,
    )
    expect(pages.size).toBe(1)
    expect(await isVerified(citizen)).toBe(false)
  })
})
