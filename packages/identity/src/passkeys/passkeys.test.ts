import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkeyForm } from '../../testing/passkey-form.ts'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { addSoftPasskey, enterWith, SoftPasskey } from '../../testing/soft-passkey.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { UTC } from '../platform/date-words.ts'
import { eraseCitizen } from '../rooms.ts'
import { removeEveryPasskey } from './remove-every-passkey.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service?.close()
})

const PAGE = '/account/passkeys/'

async function enter() {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  return { citizen, browser }
}

const events = (citizen: Citizen) =>
  service.database.db.query<{ name: string; details: Record<string, string> }>`
    select name, details from audit_events where citizen_id = ${citizen.citizenId} order by written_in`

const letters = async (citizen: Citizen) =>
  (
    await service.database.db.query<{ kind: string }>`
      select kind from outbox where recipient = ${citizen.email} order by created_at, message_id`
  ).map(({ kind }) => kind)

describe('adding', () => {
  // proves: webauthn-5.4-options, webauthn-14.6.1-user-handle
  test('asks for a discoverable passkey with a proof to the device, and tells the device nothing but the account', async () => {
    const { citizen, browser } = await enter()
    const { options } = passkeyForm(await browser.get(PAGE))
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    })
    expect(options).toMatchObject({ attestation: 'none', timeout: 300_000, excludeCredentials: [] })
    expect(options.rp).toEqual({ id: 'localhost', name: 'portico' })
    expect(options.user?.name).toBe(citizen.email)
    const handle = Buffer.from(options.user?.id ?? '', 'base64url')
    expect(handle.toString('hex')).toBe(citizen.citizenId.replaceAll('-', ''))
    expect(handle.toString('hex')).not.toBe(citizen.subject.replaceAll('-', ''))
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
  })

  test('shows the passkey with its name, writes an event and a letter, and never makes the same one twice', async () => {
    const { citizen, browser } = await enter()
    const passkey = new SoftPasskey(service.baseUrl)
    const shown = await browser.get(PAGE)
    const added = await browser.post('/account/passkeys/add/', {
      ...passkey.made(shown),
      name: 'Mum’s <phone>',
    })
    expect(added.html.querySelector('[role=status]')?.text).toContain('The passkey is added')
    expect(added.html.querySelector('article h2')?.text).toBe('Mum’s <phone>')
    expect((await events(citizen)).map(({ name }) => name)).toEqual(['signed-in', 'passkey-added'])
    expect(await letters(citizen)).toEqual(['passkey-added'])
    const { options } = passkeyForm(added)
    expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([
      passkey.credentialId.toString('base64url'),
    ])
    const again = await browser.post('/account/passkeys/add/', passkey.made(added))
    expect(again.status).toBe(400)
    expect(again.html.querySelector('.summary')?.text).toContain('already has a passkey')
    expect(again.html.querySelectorAll('article')).toHaveLength(1)
  })

  test('a bad name is told, and spends nothing', async () => {
    const { browser } = await enter()
    const fields = new SoftPasskey(service.baseUrl).made(await browser.get(PAGE))
    for (const name of ['', '   ', 'x'.repeat(61), 'a\u202Eb']) {
      const refused = await browser.post('/account/passkeys/add/', { ...fields, name })
      expect(refused.status).toBe(400)
      expect(refused.html.querySelector('#name-problem')?.text).toContain('Enter a name')
    }
    expect((await browser.post('/account/passkeys/add/', { ...fields, name: 'Phone' })).status).toBe(200)
  })

  // proves: threat-passkey-planted
  test('needs a password or a passkey of the last five minutes', async () => {
    const { citizen, browser } = await enter()
    const passkey = await addSoftPasskey(browser, service)
    service.clock.advance(301)
    const late = await browser.get(PAGE)
    expect(late.html.querySelector('form[data-passkey="create"]')).toBeNull()
    expect(late.html.querySelector('article form')).toBeNull()
    expect(late.html.querySelector('h2#prove')?.text).toBe('First show that it is you')

    const wrong = await browser.submit(late, { password: 'not the password at all' }, { button: 'Continue' })
    expect(wrong.status).toBe(400)
    expect(wrong.html.querySelector('form[data-passkey="create"]')).toBeNull()
    const empty = await browser.submit(late, { password: '' }, { button: 'Continue' })
    expect(empty.status).toBe(400)
    const right = await browser.submit(empty, { password: TEST_PASSWORD }, { button: 'Continue' })
    expect(right.html.querySelector('form[data-passkey="create"]')).not.toBeNull()

    service.clock.advance(301)
    const page = await browser.get(PAGE)
    const byPasskey = await browser.post('/login/passkey/', passkey.used(page))
    expect(byPasskey.url).toBe(`${service.baseUrl}${PAGE}`)
    expect(byPasskey.html.querySelector('form[data-passkey="create"]')).not.toBeNull()
    expect((await events(citizen)).map(({ name }) => name)).toContain('sign-in-failed')
  })

  test('at most twenty', async () => {
    const { browser } = await enter()
    const spare = new SoftPasskey(service.baseUrl).made(await browser.get(PAGE))
    for (let count = 0; count < 20; count += 1) await addSoftPasskey(browser, service)
    const full = await browser.get(PAGE)
    expect(full.html.querySelector('form[data-passkey]')).toBeNull()
    expect(full.html.text).toContain('You have 20 passkeys')
    const more = await browser.post('/account/passkeys/add/', spare)
    expect(more.status).toBe(400)
    expect(more.html.querySelectorAll('article')).toHaveLength(20)
  })
})

describe('removing', () => {
  test('removes the one, writes an event and a letter, and the passkey signs in no more', async () => {
    const { citizen, browser } = await enter()
    const gone = await addSoftPasskey(browser, service)
    const kept = await addSoftPasskey(browser, service)
    const fields = { passkey: gone.credentialId.toString('base64url') }
    expect((await browser.get(PAGE)).html.querySelector('article details p')?.text).toContain(
      'cannot sign in with it',
    )
    const page = await browser.submit(await browser.get(PAGE), fields, { button: 'Remove' })
    expect(page.html.querySelector('[role=status]')?.text).toContain('The passkey is removed')
    expect(page.html.querySelectorAll('article')).toHaveLength(1)
    expect((await events(citizen)).at(-1)?.name).toBe('passkey-removed')
    expect(await letters(citizen)).toContain('passkey-removed')
    expect((await enterWith(service.browser(), gone)).status).toBe(400)
    expect((await enterWith(service.browser(), kept)).status).toBe(303)
  })

  test('changes nothing of another citizen, and nothing after five minutes', async () => {
    const { browser } = await enter()
    const passkey = await addSoftPasskey(browser, service)
    const other = await enter()
    await addSoftPasskey(other.browser, service)
    const fields = { passkey: passkey.credentialId.toString('base64url') }
    await other.browser.submit(await other.browser.get(PAGE), fields, { button: 'Remove' })
    expect((await browser.get(PAGE)).html.querySelectorAll('article')).toHaveLength(1)
    const page = await browser.get(PAGE)
    service.clock.advance(301)
    await browser.submit(page, fields, { button: 'Remove' })
    expect((await browser.get(PAGE)).html.querySelectorAll('article')).toHaveLength(1)
  })

  test('an operator removes all of them with a reason; a closed account has none', async () => {
    const { citizen, browser } = await enter()
    const passkey = await addSoftPasskey(browser, service)
    const request = { emailOrSubject: citizen.email, reason: 'The laptop was stolen' }
    const needs = { ...service.foundation, baseUrl: service.baseUrl, serviceName: 'portico', timeZone: UTC }
    expect(await removeEveryPasskey(needs, request)).toMatchObject({
      ok: true,
      value: { outcome: 'changed' },
    })
    expect(await removeEveryPasskey(needs, request)).toMatchObject({
      value: { outcome: 'unchanged' },
    })
    expect(await removeEveryPasskey(needs, { ...request, reason: '' })).toMatchObject({
      ok: false,
    })
    expect((await events(citizen)).at(-1)).toMatchObject({
      name: 'citizen-passkeys-removed',
      details: { reason: 'The laptop was stolen' },
    })
    expect((await enterWith(service.browser(), passkey)).status).toBe(400)

    await addSoftPasskey(browser, service)
    await service.foundation.db.transaction((tx) => eraseCitizen(tx, citizen.citizenId))
    const left = await service.database.db
      .query`select 1 as one from passkeys where citizen_id = ${citizen.citizenId}`
    expect(left).toEqual([])
  })
})
