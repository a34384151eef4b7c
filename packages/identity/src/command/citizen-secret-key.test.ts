import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { addSoftApp } from '../../testing/soft-app.ts'
import { addSoftPasskey } from '../../testing/soft-passkey.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const [WRONG, RIGHT] = [9, 7].map((byte) => Buffer.alloc(32, byte).toString('base64'))

let service: TestService
let citizen: Citizen

beforeAll(async () => {
  service = await startTestService()
  citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  await addSoftPasskey(browser, service)
  await addSoftApp(browser, service)
})
afterAll(() => service?.close())

/** Everything that the commands change. */
const stored = () =>
  service.database.db.query`
    select (select count(*)::int from outbox) as letters, (select count(*)::int from audit_events where name not in ('operator-looked', 'operator-refused')) as events,
           (select count(*)::int from address_changes) as changes, (select count(*)::int from passkeys) as passkeys,
           (select count(*)::int from authenticators) as apps, (select count(*)::int from recovery_codes) as codes`

/** The commands that write a letter to a citizen. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'change-address': ['--to', 'somewhere.new@example.test'],
  'remove-passkeys': [],
  'reset-second-factor': [],
}

describe.each(Object.entries(COMMANDS))('citizen %s', (command, options) => {
  const run = (key: string | undefined) =>
    portico({ ...settingsFor(service.database), PORTICO_SECRET_KEY: key ?? '' }, [
      'citizen',
      command,
      citizen.email,
      ...options,
      ...['--yes', '--reason', 'came with a passport'],
    ])

  test('with another secret key than the service is refused in one sentence, and changes nothing', async () => {
    const before = await stored()
    const { exitCode, out, err } = await run(WRONG)
    expect([exitCode, out]).toEqual([1, ''])
    expect(err).toMatch(/^portico: Nothing was changed, because this is not the secret key [^.]+\.$/)
    expect(await stored()).toEqual(before)
  })

  test('is refused with that key before anybody is asked, and tried for nobody', async () => {
    const before = await stored()
    const words = ['citizen', command, citizen.email, ...options]
    for (const more of [['--dry-run'], ['--reason', 'came with a passport']])
      expect(
        await portico({ ...settingsFor(service.database), PORTICO_SECRET_KEY: WRONG ?? '' }, [
          ...words,
          ...more,
        ]),
      ).toMatchObject({ exitCode: 1, out: '', err: expect.stringMatching(/^portico: Nothing was changed/) })
    expect(await stored()).toEqual(before)
  })

  test('with the key of the service does it', async () => {
    const before = await stored()
    expect(await run(RIGHT)).toMatchObject({ exitCode: 0, err: '' })
    expect(await stored()).not.toEqual(before)
  })
})
