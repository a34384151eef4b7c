import { afterAll, beforeAll, expect, test } from 'vitest'
import { passkeyForm } from '../../testing/passkey-form.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import { insertApp } from '../../testing/soft-app.ts'
import { addSoftPasskey, enterWith, SoftPasskey } from '../../testing/soft-passkey.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { closeCitizen, lockCitizen } from '../citizens/index.ts'
import { eraseCitizen } from '../rooms.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR: '100' } })
})

afterAll(async () => {
  await service?.close()
})

const PAGE = '/account/passkeys/'
const ADD = '/account/passkeys/add/'

async function enter() {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  return { citizen, browser }
}

const namesOf = async ({ citizenId }: { readonly citizenId: string }) =>
  (
    await service.database.db.query<{ name: string }>`
      select name from audit_events where citizen_id = ${citizenId} order by written_in`
  ).map(({ name }) => name)

const passkeysOf = ({ citizenId }: { readonly citizenId: string }) =>
  service.database.db.query`select name from passkeys where citizen_id = ${citizenId}`

// proves: webauthn-7.2-account
test('a sign-in that races the removal of its passkey wins or loses, and none comes after the removal', async () => {
  const { citizen, browser } = await enter()
  for (let round = 0; round < 5; round += 1) {
    service.clock.advance(1)
    const passkey = await addSoftPasskey(browser, service)
    const page = await browser.get(PAGE)
    const fields = { passkey: passkey.credentialId.toString('base64url') }
    const racers = Array.from({ length: 4 }, () => enterWith(service.browser(), passkey))
    const removal = browser.submit(page, fields, { button: 'Remove', follow: false })
    const statuses = (await Promise.all(racers)).map(({ status }) => status)
    expect((await removal).status).toBe(303)
    expect(statuses.every((status) => status === 303 || status === 400)).toBe(true)
    expect((await enterWith(service.browser(), passkey)).status).toBe(400)
  }
  const names = await namesOf(citizen)
  expect(names.filter((name) => name === 'passkey-removed')).toHaveLength(5)
})

test('forty passkeys that are added at once make twenty, and not more', async () => {
  const { browser } = await enter()
  for (let count = 0; count < 18; count += 1) await addSoftPasskey(browser, service)
  const pages = []
  for (let count = 0; count < 40; count += 1) pages.push(await browser.get(PAGE))
  const added = await Promise.all(
    pages.map((page) => browser.post(ADD, new SoftPasskey(service.baseUrl).made(page), { follow: false })),
  )
  expect(added.filter(({ status }) => status === 303)).toHaveLength(2)
  expect((await browser.get(PAGE)).html.querySelectorAll('article')).toHaveLength(20)
})

test('a closed account has no passkey any more, and its passkey gets the page of an unknown one', async () => {
  service.clock.advance(61)
  const { citizen, browser } = await enter()
  const passkey = await addSoftPasskey(browser, service)
  const needs = { ...service.foundation, erase: eraseCitizen }
  await closeCitizen(needs, { emailOrSubject: citizen.email, reason: 'A test' })
  const closed = await enterWith(service.browser(), passkey)
  const unknown = await enterWith(service.browser(), new SoftPasskey(service.baseUrl), {
    userHandle: 'A'.repeat(22),
  })
  const said = [closed, unknown].map(({ status, html }) => [
    status,
    html.querySelector('main .summary')?.text,
  ])
  expect(said[0]).toEqual(said[1])
  expect(said[0]?.[0]).toBe(400)
})

test('a passkey that is added while its citizen gets an app is refused: this browser has given no code of it', async () => {
  const { citizen, browser } = await enter()
  const fields = new SoftPasskey(service.baseUrl).made(await browser.get(PAGE))
  const answer = await whileChanged(
    service.database,
    async (tx) => {
      await lockCitizen(tx, citizen.citizenId)
      await insertApp(tx, citizen)
    },
    () => browser.post(ADD, fields, { follow: false }),
  )
  expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/login/`])
  expect(await namesOf(citizen)).not.toContain('passkey-added')
  expect(await passkeysOf(citizen)).toEqual([])
})

test('a passkey whose account goes while it signs in gets the page of an unknown one', async () => {
  const { citizen, browser } = await enter()
  const passkey = await addSoftPasskey(browser, service)
  const answer = await whileChanged(
    service.database,
    (tx) => tx.query`delete from citizens where citizen_id = ${citizen.citizenId}`,
    () => enterWith(service.browser(), passkey),
  )
  const unknown = await enterWith(service.browser(), new SoftPasskey(service.baseUrl))
  const said = [answer, unknown].map(({ status, html }) => [
    status,
    html.querySelector('main .summary')?.text,
  ])
  expect(said[0]).toEqual(said[1])
  expect(said[0]?.[0]).toBe(400)
})

// proves: threat-passkey-planted
test('a proof from the future, where the clock was set back, changes nothing', async () => {
  const { browser } = await enter()
  const passkey = await addSoftPasskey(browser, service)
  service.clock.advance(-3600)
  const page = await browser.get(PAGE)
  expect(page.html.querySelector('form[data-passkey="create"]')).toBeNull()
  const { csrf_token: csrf = '' } = passkeyForm(page).fields
  const id = passkey.credentialId.toString('base64url')
  await browser.post('/account/passkeys/remove/', { csrf_token: csrf, passkey: id })
  expect((await browser.get(PAGE)).html.querySelectorAll('article')).toHaveLength(1)
  service.clock.advance(3600)
})

test('a network that adds too often waits a minute, and nothing is spent', async () => {
  service.clock.advance(61)
  const { browser } = await enter()
  const page = await browser.get(PAGE)
  const made = new SoftPasskey(service.baseUrl).made(page, { origin: 'https://evil.example' })
  const wrong = { ...made, shown: '' }
  const statuses: number[] = []
  for (let count = 0; count < 125; count += 1) statuses.push((await browser.post(ADD, wrong)).status)
  const late = await browser.post(ADD, wrong)
  expect([statuses[0], late.status]).toEqual([400, 429])
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  const fields = new SoftPasskey(service.baseUrl).made(late)
  expect((await browser.post(ADD, fields)).status).toBe(429)
  service.clock.advance(61)
  expect((await browser.post(ADD, fields)).status).toBe(200)
})
