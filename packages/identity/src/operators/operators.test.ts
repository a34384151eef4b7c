import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, suspendCitizen } from '../citizens/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import {
  addOperator,
  findEnteringOperator,
  findEnteringOperatorOf,
  listOperators,
  mayAs,
  type NewOperator,
  ROLES,
  removeOperator,
} from './index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

let operators = 0
const somebody = async (changes: Partial<NewOperator> = {}) => {
  const citizen = await addCitizen(service)
  operators += 1
  const wanted = { emailOrSubject: citizen.email, name: `Operator ${operators}`, role: 'support' } as const
  const added = await addOperator(service.foundation, { ...wanted, ...changes })
  return { citizen, added, name: wanted.name }
}
const enters = (subject: string) => findEnteringOperator(service.database.db, subject)
const eventsOf = (citizenId: string) => service.database.db.query<{ name: string; details: object }>`
  select name, details from audit_events where citizen_id = ${citizenId} and name like 'operator-%' order by at, event_id`

// proves: console-roles-are-rows
describe('an operator', () => {
  test('is a citizen with a name and a role, until removed; each step is in the audit', async () => {
    const { citizen, name } = await somebody()
    expect(await enters(citizen.subject)).toMatchObject({ name, role: 'support' })
    const again = { emailOrSubject: citizen.subject, name, role: 'security' } as const
    expect(await addOperator(service.foundation, again)).toMatchObject({ value: { outcome: 'changed' } })
    expect(await addOperator(service.foundation, again)).toMatchObject({ value: { outcome: 'confirmed' } })
    expect(await enters(citizen.subject)).toMatchObject({ name, role: 'security' })
    expect(await removeOperator(service.foundation, 'nobody')).toMatchObject({ ok: false })
    expect(await removeOperator(service.foundation, citizen.email)).toMatchObject({ ok: true })
    expect(await enters(citizen.subject)).toBeUndefined()
    expect(await eventsOf(citizen.citizenId)).toMatchObject([
      { name: 'operator-added', details: { operator: name, role: 'support', reason: expect.any(String) } },
      { name: 'operator-changed', details: { role: 'security', 'former-role': 'support' } },
      { name: 'operator-changed', details: { role: 'security', 'former-role': 'security' } },
      { name: 'operator-removed', details: { operator: name, role: 'security' } },
    ])
  })

  test('enters only while the account may sign in, from that moment on', async () => {
    const { citizen } = await somebody()
    const request = { emailOrSubject: citizen.email, reason: 'a test' }
    await suspendCitizen(service.foundation, request)
    expect(await enters(citizen.subject)).toBeUndefined()
    const listed = await listOperators(service.database.db)
    expect(listed.find(({ subject }) => subject === citizen.subject)).toMatchObject({ mayEnter: false })
  })

  test('enters by the subject or the citizen alike: nobody else, and not without a verified address', async () => {
    const { db } = service.database
    const [{ citizen, name }, unverified, suspended] = [await somebody(), await somebody(), await somebody()]
    await db.query`update citizens set email_verified = false where citizen_id = ${unverified.citizen.citizenId}`
    await db.query`update citizens set standing = 'suspended' where citizen_id = ${suspended.citizen.citizenId}`
    const entering = async ({ subject, citizenId }: Citizen) => [
      (await enters(subject))?.name,
      (await findEnteringOperatorOf(db, citizenId))?.name,
    ]
    expect(await entering(citizen)).toEqual([name, name])
    for (const who of [unverified.citizen, suspended.citizen, await addCitizen(service)])
      expect(await entering(who)).toEqual([undefined, undefined])
  })

  test.each([
    ['in capitals', 'OPERATOR OF SIGNS'],
    ['without blanks', 'OperatorOfSigns'],
    ['with signs', 'operator-of.signs'],
    ['with accents', 'Opérator of signs'],
    ['in wide letters', 'Ｏperator of signs'],
  ])('has no name that another one has, %s', async (_, name) => {
    const first = await somebody({ name: 'Operator of signs' })
    expect((await somebody({ name })).added).toEqual({ ok: false, refusal: 'name-taken' })
    const own = { emailOrSubject: first.citizen.email, name, role: 'support' } as const
    expect(await addOperator(service.foundation, own)).toMatchObject({ value: { outcome: 'changed' } })
    expect(await removeOperator(service.foundation, 'operatorofsigns')).toMatchObject({ ok: true })
    expect(await enters(first.citizen.subject)).toBeUndefined()
  })

  test('of several whose names an earlier release has let look alike, none is removed but the one that is named', async () => {
    const [one, other] = [await somebody({ name: 'Looks alike' }), await somebody({ name: 'Looks other' })]
    await service.database.db.query`update operators set name = 'Looks-alike' where name = 'Looks other'`
    expect(await removeOperator(service.foundation, 'looks.alike')).toMatchObject({ ok: false })
    expect(await removeOperator(service.foundation, 'Looks-alike')).toMatchObject({ ok: true })
    expect(await enters(one.citizen.subject)).toBeDefined()
    expect(await enters(other.citizen.subject)).toBeUndefined()
    await removeOperator(service.foundation, one.citizen.email)
  })

  test.each([
    ['nobody', { emailOrSubject: 'nobody@example.test' }, 'unknown-citizen'],
    ['a name that is none', { name: '=cmd()' }, 'bad-name'],
    ['no name', { name: '  ' }, 'bad-name'],
    ['a name that is an address', { name: 'ida@example.test' }, 'bad-name'],
  ] as const)('is refused: %s', async (_, changes, refusal) => {
    const { citizen, added } = await somebody(changes)
    expect(added).toEqual({ ok: false, refusal })
    expect(await enters(citizen.subject)).toBeUndefined()
    expect(await eventsOf(citizen.citizenId)).toEqual([])
  })

  test('is refused where the account cannot sign in, and where another operator has the name in any case', async () => {
    const { name } = await somebody()
    expect((await somebody({ name: name.toUpperCase() })).added).toEqual({ ok: false, refusal: 'name-taken' })
    for (const changes of [{ emailVerified: false }, { standing: 'suspended' }] as const) {
      const { email } = await addCitizen(service, changes)
      expect((await somebody({ emailOrSubject: email })).added).toEqual({ ok: false, refusal: 'not-active' })
    }
  })

  test('of two who want the same name at once, one gets it', async () => {
    const both = await Promise.all([somebody({ name: 'Race' }), somebody({ name: 'race' })])
    expect(both.map(({ added }) => added.ok).sort()).toEqual([false, true])
  })
})

test('a role may what those before it may, and nothing else', () => {
  const may = ROLES.map((role) => ROLES.filter((needed) => mayAs(role, needed)))
  expect(may).toEqual([ROLES.slice(0, 1), ROLES.slice(0, 2), ROLES.slice(0, 3), ROLES])
})

describe('the command', () => {
  const run = (...args: readonly string[]) => portico(settingsFor(service.database), args)

  test('adds, lists and removes', async () => {
    const { email, subject } = await addCitizen(service)
    const added = await run('operator', 'add', email, '--role', 'reader', '--name', 'Ida')
    expect(added.out).toBe('Ida is an operator now: reader, who sees how the service is, and no citizen.')
    const listed = await run('operator', 'list', '--json')
    expect(listed.json()).toContainEqual(
      expect.objectContaining({ name: 'Ida', subject, may_enter: false, kept_out: 'no-key' }),
    )
    expect((await run('operator', 'remove', 'Ida')).out).toBe('Ida is no operator any more.')
    expect(await run('operator', 'remove', 'Ida')).toMatchObject({ exitCode: 1 })
  })

  test.each([
    [['add', 'a@example.test', '--role', 'root', '--name', 'Ida'], 2, /reader, support, security/],
    [['add', 'a@example.test', '--role', 'reader'], 2, /--name/],
    [['add', 'a@example.test', '--role', 'reader', '--name', 'Ida'], 1, /registers first/],
    [['remove', 'nobody'], 1, /No operator/],
  ] as const)('refuses %j', async (args, exitCode, says) => {
    const ran = await run('operator', ...args)
    expect(ran.exitCode).toBe(exitCode)
    expect(ran.err).toMatch(says)
  })
})
