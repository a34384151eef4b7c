import { expect, test } from 'vitest'
import { type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

/** Two local sessions of one citizen. In the fake, they have one central session. */
const twoDevices = async (shareBySid: boolean) => {
  const program = testProgram({ validity: { shareBySid } })
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const one = await signInThrough(program.sso, program.identity, citizen)
  const two = await signInThrough(program.sso, program.identity, citizen)
  const look = async ({ accessToken }: { accessToken: string }) => {
    const found = await program.sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })
    return found.status === 'ok' ? 'ok' : found.code
  }
  return { program, citizen, one, two, look }
}
const introspections = (program: TestProgram) =>
  program.identity.log.filter(({ path }) => path.includes('introspect')).length

// proves: program-sharing-good-answers-only
test('off, which is the default, each session sends its own introspection', async () => {
  const { program, one, two, look } = await twoDevices(false)
  await program.clock.advance(30_000)
  expect([await look(one), await look(two), introspections(program)]).toEqual(['ok', 'ok', 2])
})

// proves: program-sharing-good-answers-only
test('on, the sessions of one central session share an active answer', async () => {
  const { program, one, two, look } = await twoDevices(true)
  await program.clock.advance(30_000)
  expect([await look(one), await look(two), introspections(program)]).toEqual(['ok', 'ok', 1])
})

// proves: program-5.5-30-seconds, threat-after-the-end
test('a shared answer counts from its request: it is used for at most 30 seconds', async () => {
  const { program, citizen, one, two, look } = await twoDevices(true)
  await program.clock.advance(30_000)
  expect(await look(one)).toBe('ok')
  program.identity.endCentralSession(citizen.subject)
  await program.clock.advance(20_000)
  expect(await look(two)).toBe('ok')
  await program.clock.advance(10_000)
  expect([await look(two), await look(one)]).toEqual(['session_ended', 'session_ended'])
})

// proves: program-sharing-good-answers-only
test('an inactive answer is not shared, and ends the sharing: the other session asks and ends by its own answer', async () => {
  const { program, citizen, one, two, look } = await twoDevices(true)
  await program.clock.advance(30_000)
  program.identity.endCentralSession(citizen.subject)
  expect([await look(one), introspections(program)]).toEqual(['session_ended', 1])
  expect([await look(two), introspections(program)]).toEqual(['session_ended', 2])
})

test('another citizen, and another central session of the same one, share nothing', async () => {
  const { program, citizen, one, look } = await twoDevices(true)
  const other = program.identity.addCitizen({ email: 'bo@example.test' })
  const bo = await signInThrough(program.sso, program.identity, other)
  citizen.sessions.clear()
  const later = await signInThrough(program.sso, program.identity, citizen)
  await program.clock.advance(30_000)
  expect([await look(later), await look(bo), introspections(program)]).toEqual(['ok', 'ok', 2])
  expect([await look(one), introspections(program)]).toEqual(['session_ended', 3])
})

test('an outage is not shared either: 503 each, and both go on when it is over', async () => {
  const { program, one, two, look } = await twoDevices(true)
  await program.clock.advance(30_000)
  program.identity.outage('500')
  expect([await look(one), await look(two)]).toEqual(['identity_unavailable', 'identity_unavailable'])
  program.identity.outage('off')
  expect([await look(one), await look(two)]).toEqual(['ok', 'ok'])
})
