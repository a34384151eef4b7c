import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'
import { HEADS } from '../room-heads.ts'
import { addEntered } from './entered.fixture.ts'
import { listEntering } from './index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

let operators = 0
/** An operator who was added so many seconds ago. */
async function added(secondsAgo: number): Promise<{ readonly citizenId: string; readonly name: string }> {
  const { citizenId } = await addCitizen(service)
  operators += 1
  const name = `Operator ${operators}`
  await service.database.db.query`
    insert into operators (citizen_id, name, role, added_at)
    values (${citizenId}, ${name}, 'support', to_timestamp(${at(secondsAgo)}))`
  return { citizenId, name }
}
const at = (secondsAgo: number) => plusSeconds(service.clock.now(), -secondsAgo)

/** Keys as they are stored: made so many seconds ago, and trusted since. */
const KEYS = {
  passkey: (citizenId: string, made: number, trusted: number) => service.database.db.query`
    insert into passkeys (citizen_id, credential_id, public_key, counter, transports, name, backup_eligible, backed_up, created_at, trusted_since)
    values (${citizenId}, sha256(${citizenId}::text::bytea), '', 0, '', '', false, false, to_timestamp(${at(made)}), to_timestamp(${at(trusted)}))`,
  app: (citizenId: string, made: number, trusted: number) => service.database.db.query`
    insert into authenticators (citizen_id, authenticator_id, sealed_secret, name, last_step, created_at, trusted_since)
    values (${citizenId}, gen_random_uuid(), '', '', 0, to_timestamp(${at(made)}), to_timestamp(${at(trusted)}))`,
  'recovery code': (citizenId: string, _: number, trusted: number) => service.database.db.query`
    insert into recovery_codes (citizen_id, code_hash, trusted_since)
    values (${citizenId}, sha256(${citizenId}::text::bytea), to_timestamp(${at(trusted)}))`,
} as const
const KINDS = ['passkey', 'app', 'recovery code'] as const

const HOUR_SECONDS = 60 * 60
/** A session that was proven so many seconds ago. */
const proven = (authenticated: number) => ({ endsIn: 100, ended: false, proof: 'passkey', authenticated })

const keptOut = async ({ citizenId }: { readonly citizenId: string }) => {
  const listed = await listEntering({ ...service, db: service.database.db }, Object.values(HEADS))
  return listed.find((one) => one.citizenId === citizenId)?.keptOut
}

describe('who may not enter', () => {
  test('has no key at all', async () => {
    expect(await keptOut(await added(100))).toBe('no-key')
  })

  test.each(KINDS)('has a %s that is newer by one second', async (kind) => {
    const operator = await added(100)
    await KEYS[kind](operator.citizenId, 99, 99)
    expect(await keptOut(operator)).toBe('new-key')
  })

  test.each([
    ['suspended', 'active'],
    ['active', 'unverified'],
  ])('has an account that is %s, %s, also with an old key', async (standing, address) => {
    const operator = await added(100)
    await KEYS.app(operator.citizenId, 200, 200)
    await service.database.db.query`
      update citizens set standing = ${standing}, email_verified = ${address !== 'unverified'} where citizen_id = ${operator.citizenId}`
    expect(await keptOut(operator)).toBe('account')
  })

  test.each([
    ['has ended', { session: { endsIn: 100, ended: true, proof: 'passkey' } }],
    ['is over', { session: { endsIn: -1, ended: false, proof: 'passkey' } }],
    ['is dead since all access ended', { versions: { citizen: 2, session: 1, grant: 1 } }],
    ['was opened with a password alone', { session: { endsIn: 100, ended: false, proof: 'password' } }],
    ['is of a newer key', { trusted: 999 }],
    ['was proven too long ago', { session: proven(8 * HOUR_SECONDS + 1) }],
  ])('has a session that %s', async (_, changes) => {
    const { operator } = await addEntered(service, 'console', changes)
    expect(await keptOut(operator)).toBe('no-key')
  })
})

describe('who may enter', () => {
  test.each(KINDS)('has a %s of the same second', async (kind) => {
    const operator = await added(100)
    await KEYS[kind](operator.citizenId, 100, 100)
    expect(await keptOut(operator)).toBeNull()
  })

  test.each(['passkey', 'app'] as const)('has a newer %s that an old key has added', async (kind) => {
    const operator = await added(100)
    await KEYS[kind](operator.citizenId, 10, 300)
    expect(await keptOut(operator)).toBeNull()
  })

  test('has one old key beside newer ones', async () => {
    const operator = await added(100)
    await KEYS.passkey(operator.citizenId, 10, 10)
    await KEYS.app(operator.citizenId, 300, 300)
    expect(await keptOut(operator)).toBeNull()
  })

  test('has an open session of an old key that is gone', async () => {
    const { operator } = await addEntered(service, 'console', { session: proven(8 * HOUR_SECONDS) })
    expect(await keptOut(operator)).toBeNull()
  })
})

test('the command says until when not: an addition lets newer keys count', async () => {
  const operator = await added(100)
  await KEYS.passkey(operator.citizenId, 10, 10)
  const settings = settingsFor(service.database)
  const list = (...more: readonly string[]) => portico(settings, ['operator', 'list', ...more])
  const lineOf = (out: string) => out.split('\n').find((line) => line.includes(operator.name)) ?? ''
  expect(lineOf((await list()).out)).toMatch(/no, until added again: every passkey and app is newer$/)
  const [told] = (await list('--json'))
    .json<{ name: string }[]>()
    .filter(({ name }) => name === operator.name)
  expect(told).toMatchObject({ may_enter: false, kept_out: 'new-key' })
  await service.database.db.query`
    update operators set added_at = to_timestamp(${at(0)}) where citizen_id = ${operator.citizenId}`
  expect(lineOf((await list()).out)).toMatch(/ yes$/)
})
