import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import type { TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import { signOutCitizen } from '../citizens/index.ts'
import { relayOf } from '../mail/relay-of.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'
import {
  type ChangeCase,
  changedCase,
  DAY_SECONDS,
  newCase,
  startChangeService,
  waitingCase,
} from './change-address.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startChangeService()
})
afterAll(() => service.close())

const aboutOld = ({ citizen: { citizenId, email } }: ChangeCase) => explained(service, { citizenId, email })
const refuse = (it: ChangeCase, kind: string, reason = 'refused-recipient') =>
  appendEvent(service.foundation, {
    ...{ name: 'letter-given-up', origin: { actor: 'system' }, citizenId: it.citizen.citizenId },
    details: { kind, reason, reply: '550 5.1.1', failed_attempts: 0 },
  })
const sendAll = () => service.database.db.query`delete from outbox`

describe('the first letter to the old address', () => {
  // proves: way-back-sent-is-told
  test('of a change that waits is told; where the mail server refused it, its link is not', async () => {
    const it = await waitingCase(service)
    const told = async () => (await aboutOld(it)).get('address-change-waits')
    const sent = `The email with the way back went to the old address on ${inWords(service.clock.now())}.`
    expect((await told())?.found).toContain(`${sent} The email waits to be sent.`)
    await sendAll()
    expect((await told())?.found).toContain(`${sent} The mail server has taken the email.`)
    expect((await told())?.tell).toContain('press the link in the email at the old address')
    await refuse(it, 'address-changed')
    expect((await told())?.found).toContain(`${sent} The mail server has taken the email.`)
    service.clock.advance(1)
    await refuse(it, 'address-change-begun')
    const { found, tell } = (await told()) ?? {}
    expect(found).toContain(`${sent} The mail server of this address refused the email for good (550 5.1.1).`)
    expect(tell).toMatch(
      /^Sign in with the old address for now\. The email about it did not reach .* press “Keep the old address” in your account/,
    )
    expect(tell).not.toContain('link')
  })

  // proves: way-back-sent-is-told
  test('of a change that was carried out is told, too, and the refusal of the one before it is not', async () => {
    const it = await changedCase(service)
    const told = async () => (await aboutOld(it)).get('address-changed')
    await sendAll()
    await refuse(it, 'address-change-begun')
    expect((await told())?.found).toContain('The mail server has taken the email.')
    expect((await told())?.tell).toContain('open the newest email about it at the old address')
    await refuse(it, 'address-changed')
    expect((await told())?.found).toContain('refused the email for good (550 5.1.1).')
    expect((await told())?.tell).toContain('your mail provider refuses our email with the way back')
    expect((await told())?.tell).not.toContain('open the newest email')
  })
})

// proves: letters-put-off-are-told
test('a letter to a new address that the mail server put off until its link had ended never arrived', async () => {
  const it = await newCase(service)
  const relay = await relayOf(service)
  try {
    relay.refuse('RCPT', 450, '4.2.0 greylisted')
    await sendAll()
    await it.request()
    await relay.sendDue()
    service.clock.advance(DAY_SECONDS)
    await relay.sendDue()
  } finally {
    await relay.close()
  }
  const told = await explained(service, { email: it.newEmail })
  expect(told.get('new-address-link-expired')?.found).toMatch(
    /It does not have it yet\. The email never arrived: the mail server put off 1 try, until the link had ended\.$/,
  )
})

// proves: link-to-new-address-is-told
describe('a link to a new address that nobody has opened', () => {
  const told = async (it: ChangeCase) => (await aboutOld(it)).get('address-link-waits')

  test('is told at the address that the account has, without the new one', async () => {
    const it = await newCase(service)
    const other = await newCase(service)
    const askedAt = service.clock.now()
    await it.request()
    expect(await told(it)).toMatchObject({
      ...{ weight: 'tells', to: 'owner' },
      found: `On ${inWords(askedAt)} a new address was asked for, and an email with a link was written to it. The email waits to be sent. Nobody has opened that link yet. It works until ${inWords(plusSeconds(askedAt, DAY_SECONDS))}. Until it was opened, nothing changes.`,
      tell: expect.stringMatching(/^Open the link in the newest email at the new address\./),
    })
    expect(JSON.stringify([...(await aboutOld(it)).values()])).not.toContain(it.newEmail)
    expect(await told(other)).toBeUndefined()
    await sendAll()
    expect((await told(it))?.found).toContain('The mail server has taken the email.')
  })

  test('is not to be opened where the mail server refused its email', async () => {
    const it = await newCase(service)
    await it.request()
    await service.database.db.query`
      insert into refused_letters (asked_by, expires_at, reply)
      select link_hash, expires_at, '550 5.1.1' from mailed_links where email = ${it.newEmail}`
    expect((await told(it))?.found).toContain('refused the email for good (550 5.1.1).')
    expect((await told(it))?.tell).toMatch(
      /^Our email did not reach the new address\..* ask again in your account/,
    )
    expect((await told(it))?.tell).not.toContain('Open the link')
  })

  test('is told no more when it was opened, is over, or has ended with the sessions; and no other link is one', async () => {
    const opened = await newCase(service)
    await opened.request()
    await opened.confirm()
    expect((await aboutOld(opened)).has('address-change-waits')).toBe(true)
    expect(await told(opened)).toBeUndefined()
    const ended = await newCase(service)
    await ended.request()
    await signOutCitizen(service.foundation, { emailOrSubject: ended.citizen.email, reason: 'She called' })
    expect(await told(ended)).toBeUndefined()
    const over = await newCase(service)
    await over.request()
    service.clock.advance(DAY_SECONDS - 1)
    expect(await told(over)).toBeDefined()
    service.clock.advance(1)
    expect(await told(over)).toBeUndefined()
    const recovering = await newCase(service)
    const browser = service.browser()
    await browser.submit(await browser.get('/recover/'), { email: recovering.citizen.email })
    expect(await told(recovering)).toBeUndefined()
  })

  test('is the newest one where several were asked for', async () => {
    const it = await newCase(service)
    await it.request()
    service.clock.advance(60)
    await it.request(`newer.${it.newEmail}`)
    expect((await told(it))?.found).toContain(`On ${inWords(service.clock.now())} a new address`)
  })
})
