import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTRACT_LIMITS } from '../../testing/contract-limits.ts'
import { explained, inWords, readerOf, textOfAll } from '../../testing/explained.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { wordsFor } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { LANGUAGES } from '../platform/languages.ts'
import { eraseCitizen } from '../rooms.ts'
import { closeCitizen, reinstateCitizen, requireVerification, suspendCitizen } from './change-citizen.ts'
import type { Citizen } from './citizen.ts'
import { explainStanding } from './explain-standing.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const names = async ({ citizenId, email }: Citizen) => [
  ...(await explained(service, { citizenId, email })).keys(),
]
const because = (citizen: Citizen, reason: string) => ({ emailOrSubject: citizen.subject, reason })

test('an account in order is signed in nowhere, and nothing else is said', async () => {
  expect(await names(await addCitizen(service))).toEqual(['signed-in-nowhere'])
  expect([...(await explained(service, { email: 'nobody@example.test' })).keys()]).toEqual([])
})

test('a suspension is told with its reason and its time, and no more once it has ended', async () => {
  const citizen = await addCitizen(service)
  const at = service.clock.now()
  await suspendCitizen(service.foundation, because(citizen, 'Stolen laptop'))
  await suspendCitizen(service.foundation, because(citizen, 'A second order changes nothing'))
  const { found, mayDo, weight } = (await explained(service, citizen)).get('account-suspended') ?? {}
  expect([weight, found]).toEqual([
    'stops',
    `An operator suspended the account on ${inWords(at)}. The operator was tester. The suspension lasts until an operator ends it. The operator’s reason, which is not for the caller: “Stolen laptop”.`,
  ])
  expect(mayDo).toContain(`portico citizen reinstate ${citizen.subject} --reason`)
  await reinstateCitizen(service.foundation, because(citizen, 'Found again'))
  expect(await names(citizen)).not.toContain('account-suspended')
})

test('of a suspension that another operator made longer, the operator is not named beside its beginning', async () => {
  const citizen = await addCitizen(service)
  const at = service.clock.now()
  await suspendCitizen(
    { ...service.foundation, since: at, endsAt: plusSeconds(at, 3_600) },
    because(citizen, 'Stolen laptop'),
  )
  const told = async () => (await explained(service, citizen)).get('account-suspended')?.found
  expect(await told()).toContain(`on ${inWords(at)}. The operator was tester.`)
  service.clock.advance(600)
  const later = { ...service.foundation, since: service.clock.now(), endsAt: plusSeconds(at, 7_200) }
  await suspendCitizen({ ...later, by: { ...later.by, operator: 'bo' } }, because(citizen, 'Still not found'))
  expect(await told()).toContain(`An operator suspended the account on ${inWords(at)}. The suspension ends`)
})

test('a suspension whose event is gone is told without a reason', async () => {
  const citizen = await addCitizen(service, { standing: 'suspended' })
  const { found } = (await explained(service, citizen)).get('account-suspended') ?? {}
  expect(found).toBe(
    'An operator suspended the account. The suspension lasts until an operator ends it. The audit does not have the reason any more.',
  )
})

test('an address that must be verified again keeps its citizen out', async () => {
  const citizen = await addCitizen(service)
  await requireVerification(service.foundation, because(citizen, 'Mail came back'))
  const { found, weight, tell } = (await explained(service, citizen)).get('address-not-verified') ?? {}
  expect(weight).toBe('stops')
  expect(tell).toContain('The page of your account sends no link.')
  expect(found).toContain('The operator’s reason, which is not for the caller: “Mail came back”.')
})

test.each(LANGUAGES)('in %s it names the button of the page that a program leads to', async (language) => {
  const citizen = await addCitizen(service, { emailVerified: false })
  const [finding] = await explainStanding(
    { ...service.foundation, limits: CONTRACT_LIMITS, ownLinks: [] },
    citizen,
  )
  const { button } = wordsFor(language).words.verificationRequired
  expect(textOfAll(finding?.tellTo(readerOf(language)).tell ?? [])).toContain(button)
})

test('a closed account is known by its subject alone, and nothing else is told of it', async () => {
  const citizen = await addCitizen(service)
  const needs = { ...service.foundation, erase: eraseCitizen }
  expect((await closeCitizen(needs, because(citizen, 'Asked for it'))).ok).toBe(true)
  const { citizenId, subject } = citizen
  expect([...(await explained(service, { citizenId, subject })).keys()]).toEqual(['account-closed'])
  expect([...(await explained(service, { email: citizen.email })).keys()]).toEqual([])
})

test('an account that no password signs in is told so, and not to use one', async () => {
  const told = await explained(service, await addCitizen(service, { passwordHash: '' }))
  expect(told.get('no-password')).toMatchObject({
    weight: 'stops',
    tell: expect.stringContaining('choose a new password'),
  })
  for (const { tell } of told.values()) expect(tell).not.toMatch(/your password[.]|and your password/)
})

test.each([
  ['citizen-signed-out', { cause: 'was-not-me' }, 'somebody said “this was not me”'],
  ['citizen-signed-out', { cause: 'address-given-back' }, 'somebody took the address back'],
  ['citizen-brought', { password: 'too-weak' }, 'was brought from another system'],
  // These leave the password as it is.
  ['citizen-signed-out', { reason: 'A thief' }, 'The citizen ended it by “this was not me”, or'],
  ['citizen-signed-out', { cause: 'closing' }, 'The citizen ended it by “this was not me”, or'],
] as const)('why no password signs in is told from the audit: %s %o', async (name, details, says) => {
  const citizen = await addCitizen(service, { passwordHash: '' })
  await service.database.db.query`
    insert into audit_events (event_id, filed_under, citizen_id, at, name, actor, details)
    values (gen_random_uuid(), ${citizen.citizenId}, ${citizen.citizenId}, to_timestamp(${service.clock.now()}), ${name}, 'citizen',
            ${JSON.stringify(details)}::text::jsonb)`
  expect((await explained(service, citizen)).get('no-password')?.found).toContain(says)
})
