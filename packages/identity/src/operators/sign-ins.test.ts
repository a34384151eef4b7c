import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testOnOneServer } from '../../testing/one-server.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { addConsoles, addEntered, type Entered } from './entered.fixture.ts'
import { hasFreshSignIn, isTrustedSignIn } from './index.ts'

let service: TestService
let consoleId: string
let otherId: string
beforeAll(async () => {
  service = await startTestService()
  ;[consoleId, otherId] = await addConsoles(service)
  // Somebody else has done everything right. It proves nothing for anybody here.
  await addEntered(service, consoleId)
})
afterAll(() => service.close())

const enter = (changes: Partial<Entered> = {}) => addEntered(service, consoleId, changes)
const isFresh = ({ operator }: Awaited<ReturnType<typeof enter>>) =>
  hasFreshSignIn(service.foundation, operator, consoleId)

describe('a fresh sign-in', () => {
  test('is one of the last five minutes, by which the operator entered the console', async () => {
    expect(await isFresh(await enter())).toBe(true)
  })

  const session = { endsIn: 1_000, ended: false, proof: 'passkey' }
  const grant = { endsIn: 1_000, ended: false, authenticated: 60, created: 60 }
  test.each<[string, Partial<Omit<Entered, 'grant'>> & { readonly grant?: Partial<Entered['grant']> }]>([
    ['of somebody who is suspended', { standing: 'suspended' }],
    ['of somebody whose address is not verified', { emailVerified: false }],
    ['of somebody who is no operator', { operatorIs: 'none' }],
    ['before all access was ended', { versions: { citizen: 2, session: 1, grant: 1 } }],
    ['with a session of before', { versions: { citizen: 2, session: 1, grant: 2 } }],
    ['whose session has ended', { session: { ...session, ended: true } }],
    ['whose session is over', { session: { ...session, endsIn: -1 } }],
    ['with a password alone', { session: { ...session, proof: 'password' } }],
    ['with a key that is younger than the operator', { trusted: 500 }],
    ['whose grant has ended', { grant: { ended: true } }],
    ['whose grant is over', { grant: { endsIn: -1 } }],
    ['too long ago', { grant: { authenticated: 400 } }],
    ['in the future', { grant: { authenticated: -60 } }],
    ['that was not used to enter the console', { grant: { created: 400 } }],
  ])('is none %s', async (_, changes) => {
    const entered = await enter({ ...changes, grant: { clientId: consoleId, ...grant, ...changes.grant } })
    expect(await isFresh(entered)).toBe(false)
  })

  test('is none at another program, and none while the console is disabled as a program', async () => {
    expect(await isFresh(await addEntered(service, otherId))).toBe(false)
    const { db } = service.database
    const entered = await enter()
    await db.query`update clients set disabled_at = now() where client_id = ${consoleId}`
    expect(await isFresh(entered)).toBe(false)
    await db.query`update clients set disabled_at = null where client_id = ${consoleId}`
    expect(await isFresh(entered)).toBe(true)
  })

  // Citus moves no row to another citizen.
  testOnOneServer(
    'is none by another session of the operator, or one of somebody else under the same id',
    async () => {
      const ended = { ...session, ended: true }
      const [own, others] = [await enter({ session: ended }), await enter()]
      await service.database.db.query`
      update sessions set citizen_id = ${own.operator.citizenId} where citizen_id = ${others.operator.citizenId}`
      expect(await isFresh(own)).toBe(false)
      const sessionId = randomUUID()
      const shared = await enter({ session: ended, sessionId })
      await enter({ sessionId })
      expect(await isFresh(shared)).toBe(false)
    },
  )
})

describe('a session may open the console', () => {
  const isTrusted = ({ subject, sessionId }: { readonly subject: string; readonly sessionId: string }) =>
    isTrustedSignIn(service.database.db, { subject, sessionId })

  test('with a key that is as old as the operator, and of nobody who is none', async () => {
    expect(await isTrusted(await enter())).toBe(true)
    expect(await isTrusted(await enter({ trusted: 500 }))).toBe(false)
    expect(await isTrusted(await enter({ trusted: 500, operatorIs: 'none' }))).toBe(true)
  })

  testOnOneServer('and no other session of the operator, nor one of somebody else', async () => {
    const { db } = service.database
    const [{ subject, operator }, others] = [await enter({ trusted: 500 }), await enter()]
    expect(await isTrusted({ subject, sessionId: others.sessionId })).toBe(false)
    await db.query`
      update sessions set citizen_id = ${operator.citizenId} where session_id = ${others.sessionId}`
    const { sessionId } = await enter({ trusted: 500 })
    await db.query`update sessions set citizen_id = ${operator.citizenId} where session_id = ${sessionId}`
    expect(await isTrusted({ subject, sessionId })).toBe(false)
    expect(await isTrusted({ subject, sessionId: others.sessionId })).toBe(true)
  })
})
