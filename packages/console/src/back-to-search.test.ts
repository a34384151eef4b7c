import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Citizen, replaceEmail, suspendCitizen } from '../../identity/src/citizens/index.ts'
import { plusSeconds } from '../../identity/src/platform/clock.ts'
import { onEach } from '../../identity/testing/database.ts'
import { addCitizen } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import {
  doIt,
  mainOf,
  type OperatorsStage,
  type OrdersStage,
  openAct,
  openOperators,
  startOrders,
  WHY,
} from '../testing/orders.ts'

const TITLE = 'Have the address verified again'
const TELL = { button: 'Tell me what would happen' }
const COOKIE = 'portico_console_typed'
const NOTE = /^[\w-]{16}$/
const noteOf = ({ url }: Visited) => new URL(url).searchParams.get('note') ?? ''
let on: OperatorsStage
let orders: OrdersStage
beforeAll(async () => {
  on = await openOperators()
  orders = startOrders(on.stage)
})
afterAll(async () => {
  await orders.stop()
  await on.close()
})

/** Somebody whose address was changed yesterday: the former one has a verdict of its own. */
async function changed(): Promise<Citizen> {
  const { db, clock } = on.stage.service.foundation
  const citizen = await addCitizen(on.stage.service)
  const { citizenId, email, securityVersion } = citizen
  const newEmail = `new.${email}`
  const times = { now: clock.now(), reservedUntil: plusSeconds(clock.now(), 86_400) }
  await db.transaction((tx) => replaceEmail(tx, citizen, { email: newEmail, emailVerified: true }, times))
  await db.query`
    insert into address_changes (citizen_id, security_version, password_mark, old_email, new_email, is_proven, stop_hash, undo_hash, asked_at, next_at, done_at)
    values (${citizenId}, ${securityVersion}, 'a mark', ${email}, ${newEmail}, true, decode('00', 'hex'), decode('01', 'hex'),
            to_timestamp(${clock.now() - 86_400}), to_timestamp(${clock.now() + 86_400}), to_timestamp(${clock.now() - 10}))`
  return citizen
}

const search = async (who: string) => on.support.send(await on.support.open('/'), { who })
const openAccount = (page: Visited) => on.support.click(page, 'Open the account')
const openForm = (page: Visited) => on.support.click(page, TITLE)
const back = (page: Visited) => on.support.click(page, 'Back')
const verdictOn = ({ html }: Visited) =>
  html
    .querySelectorAll('main .lead, main dl:has(p) > div')
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())

// proves: console-says-why
describe('the way back from an act', () => {
  test('has the verdict of the search: from its form, from what was told, and after it was done', async () => {
    const citizen = await changed()
    const account = await openAccount(await search(citizen.email))
    const form = await openForm(account)
    expect([form.status, new URL(form.url).pathname, noteOf(form)]).toEqual([200, '/act/', noteOf(account)])
    expect(form.html.querySelector('h1')?.text.trim()).toBe(TITLE)
    expect(verdictOn(await back(form))).toEqual(verdictOn(account))
    const wrong = await on.support.send(form, { ticket: '' }, TELL)
    expect([wrong.status, verdictOn(await back(wrong))]).toEqual([400, verdictOn(account)])
    const told = await on.support.send(form, WHY, TELL)
    expect(new URL(told.url).search).toMatch(/^\?id=[0-9a-f-]{36}&note=[\w-]{16}$/)
    expect(verdictOn(await back(told))).toEqual(verdictOn(account))
    // Also where the page of the order was opened again.
    const done = await doIt(on.support, await on.support.open(told.url))
    expect(mainOf(done)).toContain('must verify the address again')
    const after = verdictOn(await back(done))
    expect(after).toEqual(verdictOn(await openAccount(await search(citizen.email))))
    expect(after).not.toEqual(verdictOn(await on.support.open(`/citizen/?subject=${citizen.subject}`)))
  })

  test('is kept by the act that a finding names, too', async () => {
    const citizen = await addCitizen(on.stage.service)
    const reason = 'a test'
    await suspendCitizen(on.stage.service.foundation, { emailOrSubject: citizen.email, reason })
    const found = await on.security.send(await on.security.open('/'), { who: citizen.email })
    const account = await on.security.click(found, 'Open the account')
    expect(noteOf(found)).toMatch(NOTE)
    for (const page of [found, account]) {
      const way = page.html.querySelector('main .advice a')?.text.trim() ?? ''
      const form = await on.security.click(page, way)
      const note = form.html.querySelector('main input[name=note]')
      expect(note?.getAttribute('value')).toBe(noteOf(found))
    }
  })

  test('is kept over a sign-in that lies before the yes', async () => {
    const citizen = await changed()
    const account = await openAccount(await search(citizen.email))
    const told = await on.support.send(await openForm(account), WHY, TELL)
    const age = (change: string) =>
      onEach(
        [on.stage.service.database.address],
        on.stage.service.database.database,
        `update portico_console_sign_in.sessions set authenticated_at = authenticated_at ${change} interval '6 minutes'`,
      )
    await age('-')
    const asked = await on.support.send(told, {}, { button: 'Do it', follow: false })
    expect(asked.location).toContain('/api/v1/sso/login')
    expect(decodeURIComponent(asked.location ?? '')).not.toContain(citizen.email)
    await age('+')
    expect(verdictOn(await back(await on.support.open(told.url)))).toEqual(verdictOn(account))
  })

  test('is that of the subject where no search led there, or the note is that of another account', async () => {
    const citizen = await changed()
    const address = `/citizen/?subject=${citizen.subject}`
    const plain = verdictOn(await on.support.open(address))
    const byHand = await on.support.send(
      await openAct(on.support, 'citizen require-verification', citizen.subject),
      WHY,
      TELL,
    )
    const link = byHand.html.querySelector('main .actions a')?.getAttribute('href')
    expect(link).toBe(address)
    const other = await addCitizen(on.stage.service)
    const note = noteOf(await search(other.email))
    expect(verdictOn(await on.support.open(`${address}&note=${note}`))).toEqual(plain)
  })

  test.each([
    ['changed', 'AAAA'],
    ['empty', ''],
  ])('is that of the subject where the cookie of the notes is %s', async (_, value) => {
    const citizen = await changed()
    const plain = verdictOn(await on.support.open(`/citizen/?subject=${citizen.subject}`))
    const account = await openAccount(await search(citizen.email))
    const told = await on.support.send(await openForm(account), WHY, TELL)
    on.support.inner.cookies.set(COOKIE, value)
    const again = await on.support.open(told.url)
    expect([again.status, verdictOn(await back(again))]).toEqual([200, plain])
  })

  test('has nothing of what was typed in an address, in a log, in the audit, or in clear in the browser', async () => {
    const citizen = await changed()
    const account = await openAccount(await search(citizen.email))
    const form = await openForm(account)
    const told = await on.support.send(form, WHY, TELL)
    const done = await doIt(on.support, told)
    const { db } = on.stage.service.database
    const stored = await db.query`
      select (select string_agg(o::text, '') from console_orders o where who = ${citizen.subject}) as orders,
             (select string_agg(e::text, '') from audit_events e where citizen_id = ${citizen.citizenId}) as events`
    const cookie = on.support.inner.cookies.get(COOKIE) ?? ''
    expect(cookie).not.toBe('')
    const seen = [
      ...[form.url, told.url, done.url, JSON.stringify(stored), on.stage.logLines.join()],
      ...[cookie, Buffer.from(cookie, 'base64url').toString('latin1')],
    ]
    for (const text of seen) {
      expect(text).not.toContain(citizen.email)
      expect(text).not.toContain(encodeURIComponent(citizen.email))
    }
  })

  test('takes no act that the role does not reach, and none that there is not, from the link that opens one', async () => {
    const citizen = await changed()
    const account = await openAccount(await search(citizen.email))
    const as = (act: string) => {
      const form = account.html.querySelectorAll('main ul a').find(({ text }) => text.trim() === TITLE)
      form?.setAttribute('href', `/act/?${new URLSearchParams({ act, subject: citizen.subject })}`)
      return openForm(account)
    }
    expect((await as('citizen close')).status).toBe(403)
    expect((await as('citizen data')).status).toBe(404)
    const orders = await on.stage.service.database.db.query`
      select 1 from console_orders where who = ${citizen.subject}`
    expect(orders).toEqual([])
  })
})
