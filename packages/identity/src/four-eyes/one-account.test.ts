import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { OperatorOrder } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { addOperator, removeOperator } from '../operators/index.ts'
import { CONSENTS } from './consents.ts'

let service: TestService
let citizen: Citizen
let ida: Citizen
let other: Citizen
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.database.db.query`delete from waiting_acts`
  await service.database.db.query`delete from operators`
  citizen = await addCitizen(service)
  ida = await addCitizen(service)
  other = await addCitizen(service)
  await name(ida, 'Ida')
})

/** Makes somebody an operator, or gives an operator another name. */
async function name({ email }: Citizen, given: string): Promise<void> {
  const done = await addOperator(service.foundation, { emailOrSubject: email, name: given, role: 'security' })
  expect(done.ok).toBe(true)
}

const command = (words: readonly string[], as: string) =>
  portico({ ...settingsFor(service.database), PORTICO_FOUR_EYES: 'all' }, [
    ...words,
    ...['--as', as, '--reason', 'a test', '--json'],
  ])

const fromConsole = (operator: string, { citizenId: operatorId }: Citizen) => ({
  ...service.foundation,
  by: { actor: 'operator', operator, operatorId, reason: 'a test' } satisfies OperatorOrder,
})

/** Both ways to ask for an act as Ida. They return its number. */
const ASK = {
  'by the command': async () => {
    const done = await command(['citizen', 'suspend', citizen.email], 'Ida')
    return done.json<{ waits: { number: number } }>().waits.number
  },
  'from the console': async () => {
    const { citizenId, subject } = citizen
    const act = { act: 'citizen suspend', citizenId, subject, options: {}, told: [] }
    return (await CONSENTS.ask(fromConsole('Ida', ida), act)).act.number
  },
} as const
const WAYS = ['by the command', 'from the console'] as const

/** What an operator with an account is answered who consents from the console. */
const consent = async (number: number, as: string, who: Citizen) => {
  const found = await CONSENTS.find(fromConsole(as, who), number)
  return found.ok ? 'may consent' : found.refusal
}
/** What somebody is answered who consents with the command. */
const consentAs = async (number: number, as: string) =>
  (await command(['consent', String(number), '--dry-run'], as)).err

const OWN = 'You asked for this act yourself'

// proves: four-eyes-another
describe.each(WAYS)('an act that an account has asked for %s', (way) => {
  test('is its own from the console and by the command, and under its new name, too', async () => {
    const number = await ASK[way]()
    expect([await consent(number, 'Ida', ida), await consentAs(number, 'I d a')]).toEqual([
      'own-act',
      expect.stringContaining(OWN),
    ])
    await name(ida, 'Zoe')
    expect(await consent(number, 'Zoe', ida)).toBe('own-act')
    for (const as of ['Zoe', 'zoé', 'Ida'])
      expect([as, await consentAs(number, as)]).toEqual([as, expect.stringContaining(OWN)])
  })

  test('is no other’s who gets its former name: that one consents, and does not withdraw it', async () => {
    const number = await ASK[way]()
    await name(ida, 'Zoe')
    await name(other, 'Ida')
    expect(await CONSENTS.withdraw(fromConsole('Ida', other), number)).toMatchObject({
      refusal: 'other-asker',
    })
    expect((await command(['withdraw', String(number)], 'Ida')).err).toContain('Another operator asked')
    expect([await consent(number, 'Ida', other), await consentAs(number, 'Ida')]).toEqual(['may consent', ''])
    expect((await CONSENTS.withdraw(fromConsole('Zoe', ida), number)).ok).toBe(true)
  })

  test('is its own where the account is no operator any more: the name is all that is known', async () => {
    const number = await ASK[way]()
    await removeOperator(service.foundation, 'Ida')
    expect(await consentAs(number, 'ida')).toContain(OWN)
  })
})

// proves: four-eyes-another
test('a name that no operator had when it asked is compared, whoever has it by now', async () => {
  await removeOperator(service.foundation, 'Ida')
  const number = await ASK['by the command']()
  await name(other, 'Ida')
  expect([await consent(number, 'Ida', other), await consent(number, 'Zoe', ida)]).toEqual([
    'own-act',
    'may consent',
  ])
})

// proves: four-eyes-another
test('an account that asks again under its new name gets the act that waits', async () => {
  const number = await ASK['by the command']()
  await name(ida, 'Zoe')
  expect((await command(['citizen', 'suspend', citizen.email], 'Zoe')).json()).toMatchObject({
    waits: { number, asked_by: 'Ida' },
  })
})
