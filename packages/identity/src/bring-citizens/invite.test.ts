import { parse } from 'node-html-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import type { TestService } from '../../testing/test-service.ts'
import { appendEvent, systemOrigin } from '../audit/index.ts'
import { type Citizen, closeCitizen, suspendCitizen } from '../citizens/index.ts'
import type { RelayOf } from '../mail/relay-of.fixture.ts'
import { UTC } from '../platform/date-words.ts'
import { openSession } from '../platform/postgres/session.ts'
import { eraseCitizen } from '../rooms.ts'
import {
  addBrought,
  addWithPassword,
  BROUGHT_PASSWORD,
  type InvitationStage,
  invite as inviteWith,
  startInvitations,
} from './brought.fixture.ts'
import { inviteCitizen } from './invite-citizen.ts'
import type { Inviting } from './invite-citizens.ts'
import { lockInvitations } from './invite-store.ts'

const DAY = 86_400
const NO_MEANWHILE = async () => undefined

let stage: InvitationStage
let service: TestService
let relay: RelayOf

beforeAll(async () => {
  stage = await startInvitations()
  ;({ service, relay } = stage)
})
beforeEach(() => stage.clear())
afterAll(() => stage.close())

const send = () => relay.sendDue()
const invite = (order: Partial<Inviting> = {}, meanwhile: () => Promise<unknown> = send) =>
  inviteWith(service, order, meanwhile)
const note = (name: 'signed-in' | 'password-reset' | 'citizen-invited', { citizenId }: Citizen) =>
  appendEvent(service.foundation, { name, origin: systemOrigin, citizenId })
const because = ({ subject }: Citizen) => ({ emailOrSubject: subject, reason: 'a test' })
const close = (citizen: Citizen) =>
  closeCitizen({ ...service.foundation, erase: eraseCitizen }, because(citizen))
const written = () => stage.written()
const addresses = (...citizens: readonly Citizen[]) => citizens.map(({ email }) => email).toSorted()
const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => addBrought(service)))
const needs = () => ({
  ...service.foundation,
  baseUrl: service.baseUrl,
  serviceName: 'Portico',
  timeZone: UTC,
})

describe('the letter', () => {
  // proves: bring-invitation
  test('says in the language of the citizen where to choose a password, and grants nothing', async () => {
    const ana = await addBrought(service, { language: 'es' })
    expect(await invite({ movedFrom: 'CityID' })).toMatchObject({ due: 1, invited: 1, endedBy: 'all' })
    expect(await written()).toEqual([ana.email])
    const [mail] = relay.smtp.taken
    expect(mail?.parsed.subject).toBe('Su cuenta se ha trasladado')
    expect(mail?.parsed.text).toContain('Usted tenía una cuenta en CityID.')
    const links = parse(String(mail?.parsed.html)).querySelectorAll('a')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`${service.baseUrl}/recover/`])
    expect(await service.database.db.query`select 1 from mailed_links`).toEqual([])
    const [event] = await service.database.db.query`
      select actor, operator, details from audit_events where citizen_id = ${ana.citizenId} and name = 'citizen-invited'`
    expect(event).toEqual({
      ...{ actor: 'operator', operator: 'tester' },
      details: { reason: 'a test', password: 'none' },
    })
  })
  test('leads whoever kept a password to the sign-in, and the page Activity tells it afterwards', async () => {
    const ana = await addWithPassword(service)
    await invite({ withPassword: true })
    await send()
    const { text } = relay.smtp.taken[0]?.parsed ?? {}
    expect(text).toContain('the password that you have used so far')
    expect(text).toContain(`Sign in:\n${service.baseUrl}/login/\n`)
    const browser = service.browser()
    await signIn(browser, ana, BROUGHT_PASSWORD)
    expect((await browser.get('/account/activity/')).html.text).toContain(
      'An email said that the account is here now',
    )
  })
  // proves: threat-injected-text
  test.each(['<b>Ana</b><a href="//evil.test">x</a>', 'Ana\r\nBcc: victim@example.org', 'www.evil.test'])(
    'is the same mail for a citizen called %j, and for a system of that form',
    async (fullName) => {
      const ana = await addBrought(service, { fullName })
      await invite({ movedFrom: '<b>City</b> & "ID"' })
      await send()
      const [mail] = relay.smtp.taken
      expect(mail?.recipients).toEqual([ana.email])
      expect(mail?.source).not.toMatch(/^Bcc/im)
      const root = parse(String(mail?.parsed.html))
      expect([root.querySelectorAll('b').length, root.querySelectorAll('a').length]).toEqual([0, 1])
      expect(mail?.parsed.text).not.toContain('www.evil.test')
    },
  )
})

describe('who is invited', () => {
  // proves: bring-invited-once
  test('whoever was brought and has not come, and with a password only where that is asked for', async () => {
    const [ana, bea] = [await addBrought(service), await addWithPassword(service)]
    const [signedIn, reset, suspended, closed] = await crowd(4)
    for (const one of [signedIn, reset, suspended, closed]) expect(one).toBeDefined()
    await note('signed-in', signedIn!)
    await note('password-reset', reset!)
    await suspendCitizen(service.foundation, because(suspended!))
    await close(closed!)
    // Whoever said "this was not me" has no password either.
    await addCitizen(service, { passwordHash: '' })
    // Of whom it is not known any more that they were brought.
    await note('citizen-invited', await addCitizen(service, { passwordHash: '' }))
    await addCitizen(service)
    expect(await invite({ mode: 'dry-run', withPassword: true }, NO_MEANWHILE)).toMatchObject({
      due: 2,
      invited: 0,
    })
    expect(await written()).toEqual([])
    expect(await invite()).toMatchObject({ due: 1, invited: 1, suspended: 1, before: 0 })
    expect(await written()).toEqual([ana.email])
    expect(await invite({ withPassword: true })).toMatchObject({
      due: 1,
      invited: 1,
      suspended: 1,
      before: 1,
    })
    expect(await written()).toEqual(addresses(ana, bea))
  })
  // proves: bring-invited-once
  test('nobody twice, unless that is asked for and the time has passed', async () => {
    const [ana] = await crowd(1)
    await invite()
    await send()
    const invitedAt = service.clock.now()
    expect(await invite()).toMatchObject({ due: 0, invited: 0, before: 1 })
    service.clock.advance(7 * DAY)
    const before = (seconds: number) => ({ againBefore: invitedAt + seconds }) as Partial<Inviting>
    expect(await invite(before(-1))).toMatchObject({ due: 0, before: 1 })
    expect(await invite(before(2))).toMatchObject({ due: 1, invited: 1 })
    expect(await invite(before(2))).toMatchObject({ due: 0, before: 1 })
    expect(await written()).toEqual(addresses(ana!, ana!))
  })
  test('again, whose letter no mail server was tried with; not, whose mailbox was put off until it was too late', async () => {
    const [unsent, putOff, ofAnother, refused] = await crowd(4)
    await invite()
    await send()
    const given = { kind: 'account-moved', reason: 'expired', failed_attempts: 0 }
    const changes = [{}, { failed_attempts: 3 }, { kind: 'recovery' }, { reason: 'refused-recipient' }]
    service.clock.advance(3 * DAY)
    for (const [at, { citizenId }] of [unsent!, putOff!, ofAnother!, refused!].entries())
      await appendEvent(service.foundation, {
        ...{ name: 'letter-given-up', origin: systemOrigin, citizenId },
        details: { ...given, ...changes[at] },
      })
    relay.smtp.taken.splice(0)
    expect(await invite()).toMatchObject({ due: 1, invited: 1, before: 3 })
    expect(await written()).toEqual([unsent!.email])
    expect(await invite()).toMatchObject({ due: 0, before: 4 })
  })
  // proves: bring-invited-once
  test('nobody twice where two connections come at the same time to one citizen', async () => {
    const [ana] = await crowd(1)
    const order = { withPassword: false, againBefore: undefined, movedFrom: undefined }
    const both = await Promise.all([1, 2, 3].map(() => inviteCitizen(needs(), ana!.citizenId, order)))
    expect(both.toSorted()).toEqual([false, false, true])
    expect(await written()).toEqual([ana!.email])
  })
  test('everybody behind the first thousand, too', async () => {
    const { db } = service.database
    await db.query`
      with added as (
        insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing, security_version,
                              password_hash, password_changed_at, created_at)
        select gen_random_uuid(), gen_random_uuid(), 'n' || n || '@example.test', true, 'N', '', 'active', 1, '', now(), now()
          from generate_series(1, 2001) n returning citizen_id)
      insert into audit_events (event_id, filed_under, citizen_id, at, name, actor, details)
      select gen_random_uuid(), citizen_id, citizen_id, now(), 'citizen-brought', 'operator', '{}' from added`
    expect(await invite({ mode: 'dry-run' })).toMatchObject({ due: 2_001 })
  })
})

describe('what happens after the accounts were looked through', () => {
  const changes: readonly (readonly [string, (citizen: Citizen) => Promise<unknown>])[] = [
    ['is suspended', (one) => suspendCitizen(service.foundation, because(one))],
    ['closes the account', close],
    ['signs in', (one) => note('signed-in', one)],
    ['chooses a password', (one) => note('password-reset', one)],
  ]
  test.each(changes)('a citizen who %s then gets no letter', async (_, change) => {
    const [ana] = await crowd(1)
    const once = async () => {
      if ((await service.database.db.query`select 1 from outbox`).length === 0) await change(ana!)
    }
    expect(await invite({}, once)).toMatchObject({ due: 1, invited: 0, endedBy: 'all' })
    expect(await written()).toEqual([])
  })
  test('whose address is another one then gets it there', async () => {
    const [ana] = await crowd(1)
    const { citizenId } = ana!
    const change = () =>
      service.database.db
        .query`update citizens set email = 'new@example.test' where citizen_id = ${citizenId}`
    await invite({}, change)
    expect(await written()).toEqual(['new@example.test'])
  })
})

describe('one run at a time', () => {
  test('a second one is refused, and only counts where that is asked for', async () => {
    await crowd(1)
    const session = await openSession(service.database.address)
    expect(await lockInvitations(session)).toBe(true)
    expect(await invite()).toMatchObject({
      refusal: expect.stringContaining('being invited on this database already'),
    })
    expect(await written()).toEqual([])
    expect(await invite({ mode: 'dry-run' })).toMatchObject({ due: 1 })
    await session.close()
    expect(await invite()).toMatchObject({ invited: 1 })
  })
})
