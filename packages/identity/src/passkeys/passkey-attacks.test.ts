import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passkeyForm } from '../../testing/passkey-form.ts'
import { addCitizen, isSignedIn, signIn } from '../../testing/people.ts'
import { purgeOnce } from '../../testing/purge-once.ts'
import { addSoftPasskey, enterWith, FLAGS, SoftPasskey, type Twists } from '../../testing/soft-passkey.ts'
import { spendLimit } from '../../testing/spend-limit.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, reinstateCitizen, suspendCitizen } from '../citizens/index.ts'
import { purgesOf } from '../platform/postgres/table.ts'
import { PASSKEY_TABLES } from './tables.ts'

let service: TestService
let citizen: Citizen
let passkey: SoftPasskey

beforeAll(async () => {
  service = await startTestService()
})

beforeEach(async () => {
  // The limit of one network ends with its minute.
  service.clock.advance(61)
  citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  passkey = await addSoftPasskey(browser, service)
})

afterAll(async () => {
  await service?.close()
})

const lastRefusal = async () =>
  (
    await service.database.db.query<{ details: { reason: string } }>`
      select details from audit_events where name = 'passkey-refused' order by event_id desc limit 1`
  )[0]?.details.reason

const sessionsOf = async ({ citizenId }: Citizen) =>
  service.database.db.query<{ proof: string }>`
    select proof from sessions where citizen_id = ${citizenId} and ended_at is null order by started_at`

// proves: webauthn-7.2-account
test('a passkey alone signs in; the session says so', async () => {
  const browser = service.browser()
  const answer = await enterWith(browser, passkey)
  expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/account/`])
  expect(isSignedIn(answer)).toBe(true)
  expect((await sessionsOf(citizen)).map(({ proof }) => proof).sort()).toEqual(['passkey', 'password'])
  expect((await browser.get('/account/')).html.text).toContain(citizen.email)
})

const noUv = FLAGS.present
const flip = (name: string) => (fields: Record<string, string>) => {
  const bytes = Buffer.from(fields[name] ?? '', 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  return { ...fields, [name]: bytes.toString('base64url') }
}
const without = (name: string) => (fields: Record<string, string>) => ({ ...fields, [name]: '' })

/** Each row is a sign-in that must fail, and the reason that the audit has. */
const ATTACKS: readonly (readonly [string, Twists, string])[] = [
  ['another origin', { origin: 'https://evil.example' }, 'not-fitting'],
  ['a longer host as origin', { origin: 'http://localhost.evil.example' }, 'not-fitting'],
  ['the same host with another port', { origin: 'http://localhost:1' }, 'not-fitting'],
  ['another scheme', { origin: 'https://localhost' }, 'not-fitting'],
  ['another relying party', { rpId: 'evil.example' }, 'not-fitting'],
  ['a challenge of somebody else', { challenge: 'A'.repeat(43) }, 'not-fitting'],
  ['the answer of a registration', { type: 'webauthn.create' }, 'not-fitting'],
  ['the answer of a payment', { type: 'payment.get' }, 'not-fitting'],
  ['a frame of another site', { crossOrigin: true }, 'not-fitting'],
  ['a frame that names its top', { crossOrigin: true, topOrigin: 'https://evil.example' }, 'not-fitting'],
  ['a top without a frame', { topOrigin: 'https://evil.example' }, 'not-fitting'],
  ['a person who was not verified', { flags: noUv }, 'not-fitting'],
  ['a person who was not there', { flags: FLAGS.verified }, 'not-fitting'],
  ['a changed signature', { tamper: flip('signature') }, 'not-fitting'],
  ['changed authenticator data', { tamper: flip('authenticator_data') }, 'not-fitting'],
  ['changed client data', { tamper: flip('client_data') }, 'not-fitting'],
  ['client data that are not JSON', { tamper: (f) => ({ ...f, client_data: 'AAAA' }) }, 'not-fitting'],
  ['authenticator data of one byte', { tamper: (f) => ({ ...f, authenticator_data: 'AA' }) }, 'not-fitting'],
  ['an unknown passkey', { credentialId: 'A'.repeat(43) }, 'unknown-passkey'],
  ['an unknown citizen', { userHandle: 'A'.repeat(22).replace(/.$/, 'A') }, 'unknown-passkey'],
  ['a user handle of another length', { userHandle: 'AAAA' }, 'unknown-passkey'],
]

// proves: webauthn-7.2-answer, threat-passkey-forged
test.each(ATTACKS)('%s is refused like every other fault', async (_, twists, reason) => {
  const browser = service.browser()
  const answer = await enterWith(browser, passkey, twists)
  expect(answer.status).toBe(400)
  expect(isSignedIn(answer)).toBe(false)
  expect(answer.html.querySelector('.summary')?.text).toContain('This passkey cannot be used here')
  expect(await lastRefusal()).toBe(reason)
  expect(await sessionsOf(citizen)).toHaveLength(1)
  expect((await enterWith(browser, passkey)).status).toBe(303)
})

test.each([['credential_id'], ['client_data'], ['authenticator_data'], ['signature'], ['user_handle']])(
  'an answer without %s is refused, and one that is not base64url, too',
  async (name) => {
    const browser = service.browser()
    expect((await enterWith(browser, passkey, { tamper: without(name) })).status).toBe(400)
    const spaced = await enterWith(browser, passkey, { tamper: (f) => ({ ...f, [name]: `${f[name]} ` }) })
    expect(spaced.status).toBe(400)
    const long = await enterWith(browser, passkey, { tamper: (f) => ({ ...f, [name]: 'A'.repeat(12_001) }) })
    expect(long.status).toBe(400)
  },
)

test('a form larger than the limit is refused before anything is read', async () => {
  const browser = service.browser()
  const answer = await enterWith(browser, passkey, {
    tamper: (f) => ({ ...f, client_data: 'A'.repeat(200_000) }),
  })
  expect([400, 413]).toContain(answer.status)
  expect(answer.html.querySelector('form[data-passkey]')).toBeNull()
})

describe('another account', () => {
  // proves: webauthn-7.2-account, threat-passkey-forged
  test('the passkey of one citizen does not open the account of another, whatever the user handle says', async () => {
    const other = await addCitizen(service)
    const theirs = service.browser()
    await signIn(theirs, other)
    const their = await addSoftPasskey(theirs, service)
    for (const twists of [
      { userHandle: their.userHandle },
      { credentialId: their.credentialId.toString('base64url') },
      { userHandle: their.userHandle, credentialId: their.credentialId.toString('base64url') },
    ]) {
      expect((await enterWith(service.browser(), passkey, twists)).status).toBe(400)
    }
    expect(await sessionsOf(other)).toHaveLength(1)
  })

  test('a copied credential id with a key of the thief opens the account of the thief alone', async () => {
    const thief = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, thief)
    const copy = await addSoftPasskey(
      browser,
      service,
      new SoftPasskey(service.baseUrl, passkey.credentialId),
    )
    expect((await enterWith(service.browser(), copy, { userHandle: passkey.userHandle })).status).toBe(400)
    expect((await enterWith(service.browser(), passkey)).status).toBe(303)
    expect(await sessionsOf(thief)).toHaveLength(1)
    expect((await enterWith(service.browser(), copy)).status).toBe(303)
    expect(await sessionsOf(thief)).toHaveLength(2)
  })

  test('a suspended or closed citizen gets the same page as an unknown passkey', async () => {
    const request = { emailOrSubject: citizen.email, reason: 'A test' }
    const plain = (page: Visited) => page.html.querySelector('main .summary')?.text
    const unknown = plain(await enterWith(service.browser(), passkey, { credentialId: 'A'.repeat(43) }))
    await suspendCitizen(service.foundation, request)
    const suspended = await enterWith(service.browser(), passkey)
    expect([suspended.status, plain(suspended)]).toEqual([400, unknown])
    expect(await lastRefusal()).toBe('suspended')
    await reinstateCitizen(service.foundation, request)
    expect((await enterWith(service.browser(), passkey)).status).toBe(303)
  })
})

describe('a challenge', () => {
  // proves: webauthn-13.4.3-challenge
  test('counts once: of twenty answers to it at the same time, one signs in', async () => {
    const browser = service.browser()
    const fields = { ...passkey.used(await browser.get('/login/')), shown: '' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.post('/login/passkey/', fields, { follow: false })),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(await sessionsOf(citizen)).toHaveLength(2)
  })

  test('is spent by a wrong answer, so the right one comes too late', async () => {
    const browser = service.browser()
    const page = await browser.get('/login/')
    await browser.post('/login/passkey/', passkey.used(page, { flags: noUv }))
    const late = await browser.post('/login/passkey/', passkey.used(page))
    expect(late.status).toBe(400)
    expect(late.html.querySelector('.summary')?.text).toContain('took too long')
    expect(await lastRefusal()).toBe('replayed')
  })

  test('is valid for five minutes, and its row is then deleted', async () => {
    const browser = service.browser()
    const page = await browser.get('/login/')
    service.clock.advance(299)
    expect((await browser.post('/login/passkey/', passkey.used(page))).status).toBe(200)
    const another = service.browser()
    const old = await another.get('/login/')
    service.clock.advance(300)
    const late = await another.post('/login/passkey/', passkey.used(old))
    expect(late.html.querySelector('.summary')?.text).toContain('took too long')
    expect(await purgeOnce(purgesOf(PASSKEY_TABLES), service.foundation, 1000)).toBeGreaterThan(0)
    expect(await service.database.db.query`select 1 as one from spent_challenges`).toEqual([])
  })

  test('belongs to the browser that it was shown to, and to signing in', async () => {
    const victim = service.browser()
    const shown = await victim.get('/login/')
    const thief = service.browser()
    const own = passkeyForm(await thief.get('/login/')).fields
    const { ceremony } = passkeyForm(shown).fields
    const stolen = await thief.post('/login/passkey/', {
      ...passkey.used(shown),
      ...own,
      ceremony: ceremony ?? '',
    })
    expect(stolen.status).toBe(400)
    const account = service.browser()
    await signIn(account, citizen)
    const adding = await account.get('/account/passkeys/')
    const made = passkey.used(adding, { challenge: passkeyForm(adding).options.challenge })
    expect((await account.post('/login/passkey/', made, { follow: false })).status).toBe(400)
  })
})

describe('a counter', () => {
  // proves: webauthn-6.1.1-counter, threat-passkey-copied
  test('that does not rise is refused, even for two answers at once', async () => {
    passkey.counter = 7
    expect((await enterWith(service.browser(), passkey)).status).toBe(303)
    for (const counter of [7, 6, 0]) {
      expect((await enterWith(service.browser(), passkey, { counter })).status).toBe(400)
      expect(await lastRefusal()).toBe('counter-did-not-rise')
    }
    const both = await Promise.all(
      [8, 8].map((counter) => enterWith(service.browser(), passkey, { counter })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400])
  })

  test('that is always zero, as of a synced passkey, is accepted', async () => {
    expect((await enterWith(service.browser(), passkey)).status).toBe(303)
    expect((await enterWith(service.browser(), passkey)).status).toBe(303)
  })
})

/** Each row is a new passkey that must not be added. */
const FALSE_PASSKEYS: readonly (readonly [string, Twists])[] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a challenge of somebody else', { challenge: 'A'.repeat(43) }],
  ['the answer of a sign-in', { type: 'webauthn.get' }],
  ['a person who was not verified', { flags: FLAGS.present | FLAGS.attested }],
  ['no key in it', { flags: FLAGS.present | FLAGS.verified }],
  ['another credential id beside it', { credentialId: 'A'.repeat(43) }],
  ['a frame of another site', { crossOrigin: true }],
  ['an attestation that is not CBOR', { tamper: (f) => ({ ...f, attestation_object: 'AAAA' }) }],
]

// proves: webauthn-7.1-new-passkey
test.each(FALSE_PASSKEYS)('a new passkey with %s is not added', async (_, twists) => {
  const browser = service.browser()
  await signIn(browser, citizen)
  const page = await browser.get('/account/passkeys/')
  const refused = await browser.post(
    '/account/passkeys/add/',
    new SoftPasskey(service.baseUrl).made(page, twists),
  )
  expect(refused.status).toBe(400)
  expect(refused.html.querySelectorAll('article')).toHaveLength(1)
})

test('the challenge of one session adds nothing in another, and none twice', async () => {
  const browser = service.browser()
  await signIn(browser, citizen)
  const shown = await browser.get('/account/passkeys/')
  const twice = await Promise.all(
    [1, 2].map(() => browser.post('/account/passkeys/add/', new SoftPasskey(service.baseUrl).made(shown))),
  )
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
  const page = await browser.get('/account/passkeys/')
  const kept = new SoftPasskey(service.baseUrl).made(page)
  const other = await addCitizen(service)
  await browser.submit(await browser.get('/logout/'))
  await signIn(browser, other)
  const { csrf_token: csrfToken } = passkeyForm(await browser.get('/account/passkeys/')).fields
  const foreign = await browser.post('/account/passkeys/add/', { ...kept, csrf_token: csrfToken ?? '' })
  expect(foreign.status).toBe(400)
})

test('a network that answers too often waits a minute', async () => {
  const browser = service.browser()
  const page = await browser.get('/login/')
  const fields = { ...passkey.used(page, { flags: noUv }), shown: '' }
  const statuses: number[] = []
  for (let count = 0; count < 125; count += 1)
    statuses.push((await browser.post('/login/passkey/', fields, { follow: false })).status)
  expect(statuses.at(-1)).toBe(429)
  service.clock.advance(61)
  expect((await enterWith(browser, passkey)).status).toBe(303)
})

test('a citizen who changes their passkeys too often waits an hour, and nobody else does', async () => {
  const browser = service.browser()
  await signIn(browser, citizen)
  const added = async (who: TestBrowser) => {
    const fields = new SoftPasskey(service.baseUrl).made(await who.get('/account/passkeys/'))
    return (await who.post('/account/passkeys/add/', fields, { follow: false })).status
  }
  const passkeysOf = ({ citizenId }: Citizen) =>
    service.database.db.query`select name from passkeys where citizen_id = ${citizenId}`
  await spendLimit(service, 'passkey-change-per-citizen', citizen.citizenId)
  expect(await added(browser)).toBe(429)
  expect(await passkeysOf(citizen)).toHaveLength(1)
  const other = await addCitizen(service)
  const others = service.browser()
  await signIn(others, other)
  expect(await added(others)).toBe(303)
  service.clock.advance(3_601)
  const later = service.browser()
  await signIn(later, citizen)
  expect(await added(later)).toBe(303)
  expect(await passkeysOf(citizen)).toHaveLength(2)
})
