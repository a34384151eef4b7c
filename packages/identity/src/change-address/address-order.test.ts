import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { reinstateCitizen, suspendCitizen } from '../citizens/index.ts'
import { portico, type Ran, settingsFor } from '../command/portico.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'
import { ChangeCase, carryOutAll, WAIT_SECONDS } from './change-address.fixture.ts'

let service: TestService
let it: ChangeCase

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  it = new ChangeCase(service, await addCitizen(service))
})
afterAll(() => service.close())

const run = (who: string, to: string, ...more: readonly string[]) =>
  portico(settingsFor(service.database), ['citizen', 'change-address', who, '--to', to, ...more], {
    ask: 'nobody-there',
  })
const BECAUSE = ['--reason', 'came with a passport'] as const

/** Whether this is a refusal in words, without a stack. */
function expectRefused({ exitCode, out, err }: Ran, words: string, code = 1): void {
  expect([exitCode, out]).toEqual([code, ''])
  expect(err).toContain(words)
  expect(err).not.toMatch(/\n\s+at /)
}

test('the order waits, tells the old address how to stop it, and is in the audit with its reason', async () => {
  const ordered = await run(it.citizen.email, it.newEmail, ...BECAUSE, '--json')
  expect(ordered.json()).toEqual({ subject: it.citizen.subject, new_email: it.newEmail, wait_days: 3 })
  expect((await it.now()).email).toBe(it.citizen.email)
  expect(await it.letters()).toEqual(['address-change-begun'])
  expect(await it.letters(it.newEmail)).toEqual([])
  const events = await service.database.db.query`
    select name, details from audit_events where citizen_id = ${it.citizen.citizenId} and actor = 'operator'`
  expect(events).toEqual([
    { name: 'citizen-address-change-begun', details: { reason: 'came with a passport' } },
  ])
  expect((await it.keep(await it.linkOf('address-change-begun'))).status).toBe(200)
  expect(await it.isKept()).toBe(false)
})

test('a dry run says that a change begins, and to whom the letter goes, and shows no link', async () => {
  const tried = await run(it.citizen.email, it.newEmail, '--dry-run')
  expect(tried.out).toContain('begins a change of address, which waits')
  expect(tried.out).toContain(`sends the letter “Your email address will change” to ${it.citizen.email}`)
  expect(tried.out).not.toMatch(/https?:/)
  expect([await it.isKept(), await it.letters()]).toEqual([false, []])
  expectRefused(await run(it.citizen.email, 'nowhere', '--dry-run'), 'The new address is no e-mail address.')
  await run(it.citizen.email, it.newEmail, ...BECAUSE)
  const suspended = await portico(settingsFor(service.database), [
    'citizen',
    'suspend',
    it.citizen.email,
    '--dry-run',
  ])
  expect(suspended.out).toContain('stops the change of address that waits')
})

test('a dry run says the same of an account that is suspended', async () => {
  const asked = { emailOrSubject: it.citizen.subject, reason: 'a ticket' }
  await suspendCitizen({ ...service.foundation, by: TEST_ORDER }, asked)
  const tried = await run(it.citizen.email, it.newEmail, '--dry-run')
  expect(tried.out).toContain('begins a change of address, which waits')
})

test('the answer for an account that is suspended says until when it has to be reinstated', async () => {
  const told = 'gets the new address after 3 days, unless the old address stops it'
  expect((await run(it.citizen.email, it.newEmail, ...BECAUSE)).out).toContain(`${told}.`)
  const asked = { emailOrSubject: it.citizen.subject, reason: 'a ticket' }
  await suspendCitizen({ ...service.foundation, by: TEST_ORDER }, asked)
  const { out } = await run(it.citizen.email, it.newEmail, ...BECAUSE)
  expect(out).toContain(`${told} or the account is still suspended then.`)
  await it.order()
  await reinstateCitizen({ ...service.foundation, by: TEST_ORDER }, asked)
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  expect(await it.now()).toMatchObject({ email: it.newEmail })
})

test('an address of another account, and one that is no address, are refused and change nothing', async () => {
  const other = await addCitizen(service)
  expectRefused(await run(it.citizen.email, other.email, ...BECAUSE), 'An account has this address.')
  expectRefused(await run(it.citizen.email, it.citizen.email, ...BECAUSE), 'An account has this address.')
  expectRefused(await run(it.citizen.email, 'nowhere', ...BECAUSE), 'The new address is no e-mail address.')
  expect([await it.isKept(), await it.letters()]).toEqual([false, []])
})

test('without a reason, and for nobody, nothing begins', async () => {
  // A word that is missing is a mistake of usage.
  expectRefused(await run(it.citizen.email, it.newEmail), 'reason', 2)
  expectRefused(await run('nobody@example.org', it.newEmail, ...BECAUSE), 'There is no citizen')
  expect(await it.isKept()).toBe(false)
})

test('while the last change can still be undone, another one is refused', async () => {
  await it.finish()
  expectRefused(await run(it.newEmail, `newer.${it.newEmail}`, ...BECAUSE), 'can still be undone')
})

// proves: threat-address-taken-over
test('the way back of the old address is open while the account is suspended, and lets nobody in before the end', async () => {
  await it.finish()
  const link = await it.linkOf('address-changed')
  const endsAt = plusSeconds(service.clock.now(), 60)
  const asked = { emailOrSubject: it.citizen.subject, reason: 'a ticket' }
  await suspendCitizen({ ...service.foundation, by: TEST_ORDER, endsAt }, asked)
  service.clock.advance(59)
  expect((await it.keep(link)).status).toBe(200)
  expect(await it.now()).toMatchObject({ email: it.citizen.email, standing: 'suspended' })
  expect([await it.signsIn(it.citizen.email), await it.signsIn(it.newEmail)]).toEqual([false, false])
})
