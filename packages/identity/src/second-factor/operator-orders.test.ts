import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, isSignedIn } from '../../testing/people.ts'
import { enrol, givePassword } from '../../testing/soft-app.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { openLetter } from '../mail/sealed-letter.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const run = (...args: readonly string[]) => portico(settingsFor(service.database), ['citizen', ...args])

test('reset-second-factor removes apps and recovery codes with a reason, once, and ends what awaits a code', async () => {
  const citizen = await addCitizen(service)
  const { email, citizenId } = citizen
  const { app } = await enrol(service, citizen)
  const waiting = service.browser()
  const page = await givePassword(waiting, citizen)
  const reset = () => run('reset-second-factor', email, '--reason', 'lost phone and codes', '--json')
  expect((await reset()).json()).toMatchObject({ email, changed: true })
  expect((await reset()).json()).toMatchObject({ email, changed: false })
  const told = await service.database.db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${email} and kind = 'operator-removed-codes'`
  expect(told.map(({ id, sealed }) => openLetter(service.foundation.keyring, id, sealed))).toMatchObject([
    {
      to: { address: email },
      letter: { text: { steps: [{ address: expect.stringMatching(/^http.*\/recover\/$/) }] } },
    },
  ])
  const late = await waiting.submit(page, { code: app.code() }, { follow: false })
  expect(isSignedIn(late)).toBe(false)
  expect((await givePassword(service.browser(), citizen)).url).toBe(`${service.baseUrl}/account/`)
  const events = await service.database.db.query`
    select name, details from audit_events where citizen_id = ${citizenId} and actor = 'operator' order by event_id`
  // Before each order the operator read what it would do. The second one changed nothing.
  const looked = {
    name: 'operator-looked',
    details: { command: 'citizen reset-second-factor', reason: 'lost phone and codes' },
  }
  expect(events).toEqual([
    looked,
    { name: 'citizen-second-factor-reset', details: { reason: 'lost phone and codes' } },
    looked,
  ])
})
