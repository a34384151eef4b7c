import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import { addSoftPasskey, enterWith } from '../../testing/soft-passkey.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { suspendCitizen } from '../citizens/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'

let service: TestService

beforeAll(async () => {
  // Long before the database's clock, which so agrees that the end of a suspension has passed.
  service = await startTestService({ clock: fakeClock(Date.UTC(2026, 0, 1)) })
})
afterAll(() => service.close())

const run = (...args: readonly string[]) => portico(settingsFor(service.database), ['citizen', ...args])

test('passkeys lists the passkeys, and remove-passkeys removes them with a reason, once', async () => {
  const citizen = await addCitizen(service)
  const { email } = citizen
  expect((await run('passkeys', email)).out).toContain('has no passkey')
  const browser = service.browser()
  await signIn(browser, citizen)
  const passkey = await addSoftPasskey(browser, service)
  expect((await run('passkeys', email)).out).toMatch(
    /^NAME +BACKED UP +ADDED +LAST USED\nPasskey +no +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC +-$/m,
  )
  expect((await enterWith(service.browser(), passkey)).status).toBe(303)
  expect((await run('passkeys', email, '--json')).json()).toEqual([
    {
      id: passkey.credentialId.toString('base64url'),
      name: 'Passkey',
      backed_up: false,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/Z$/),
    },
  ])
  const remove = () => run('remove-passkeys', email, '--reason', 'the phone was stolen', '--json')
  expect((await remove()).json()).toMatchObject({ email, changed: true })
  expect((await remove()).json()).toMatchObject({ email, changed: false })
  const told = await service.database.db.query`
    select kind from outbox where recipient = ${email} and kind like 'operator-%'`
  expect(told).toEqual([{ kind: 'operator-removed-passkeys' }])
  expect((await enterWith(service.browser(), passkey)).status).toBe(400)
})

// proves: suspension-ends-by-itself
test('a passkey signs nobody in before the end of a suspension, and does from it on', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  const passkey = await addSoftPasskey(browser, service)
  const endsAt = plusSeconds(service.clock.now(), 60)
  const asked = { emailOrSubject: citizen.email, reason: 'a ticket' }
  await suspendCitizen({ ...service.foundation, by: TEST_ORDER, endsAt }, asked)
  service.clock.advance(59)
  expect((await enterWith(service.browser(), passkey)).status).toBe(400)
  service.clock.advance(1)
  expect((await enterWith(service.browser(), passkey)).status).toBe(303)
})
