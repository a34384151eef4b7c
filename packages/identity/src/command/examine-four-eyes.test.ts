import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { addOperator, removeOperator } from '../operators/index.ts'
import { examineFourEyes, examineWaitingActs } from './examine-four-eyes.ts'
import type { Finding } from './finding.ts'
import { portico, settingsFor } from './portico.fixture.ts'

// proves: seeing-doctor
describe('the setting', () => {
  test('that is not there is not spoken of', () => {
    expect(examineFourEyes({ fourEyes: [] })).toEqual([])
  })

  test.each([[['all']], [['close', 'change-address']]])('%s is right', (fourEyes) => {
    expect(examineFourEyes({ fourEyes })).toEqual([expect.objectContaining({ state: 'ok' })])
  })

  test.each([
    [['colse'], /names colse, which/],
    [['close', 'adress', 'none'], /names adress, none, which/],
    [['citizen close'], /names citizen close, which/],
  ])('%s names something that is no act, and every act stops', async (fourEyes, says) => {
    const [found] = examineFourEyes({ fourEyes })
    expect(found).toMatchObject({ state: 'wrong', says: expect.stringMatching(says) })
    expect(found?.mend).toMatch(/^write all, or some of .*close/)
  })

  test('is examined by the command', async () => {
    const ran = await portico({ PORTICO_FOUR_EYES: 'colse', PORTICO_DATA_DIR: '/nowhere' }, [
      'doctor',
      '--json',
    ])
    const { checks } = JSON.parse(ran.out) as { checks: Finding[] }
    expect(ran.exitCode).toBe(1)
    expect(checks.find(({ check }) => check === 'Four eyes')?.state).toBe('wrong')
  })
})

describe('an act that waits', () => {
  let service: TestService
  let citizen: Citizen
  beforeEach(async () => {
    service = await startTestService({ clock: fakeClock() })
    citizen = await addCitizen(service)
  })
  afterEach(() => service.close())

  const look = () => examineWaitingActs(service.database.db)
  const name = ({ email }: Citizen, given: string) =>
    addOperator(service.foundation, { emailOrSubject: email, name: given, role: 'support' })
  const operator = async (given: string) => {
    const added = await addCitizen(service)
    await name(added, given)
    return added
  }
  const ask = (as: string) =>
    portico({ ...settingsFor(service.database), PORTICO_FOUR_EYES: 'all' }, [
      ...['citizen', 'suspend', citizen.email, '--as', as, '--reason', 'a test'],
    ])

  test('is no fault where nothing waits, where the console has no operators, and where there is another one', async () => {
    expect(await look()).toEqual([])
    await ask('Ada')
    expect(await look()).toEqual([])
    await operator('Ada')
    await operator('Grace')
    expect(await look()).toEqual([])
  })

  test('is one where nobody but its asker is an operator, under any spelling of the name', async () => {
    await operator('Ádá')
    await ask('ada')
    const [found] = await look()
    expect(found).toMatchObject({ state: 'wrong', says: expect.stringContaining('nobody but ada') })
    expect(found?.mend).toMatch(/portico withdraw \d{6}$/)
  })

  test('is one where its asker has another name by now, and none where another account has the former one', async () => {
    const ada = await operator('Ada')
    await ask('Ada')
    await name(ada, 'Zoe')
    expect(await look()).toHaveLength(1)
    await operator('Ada')
    expect(await look()).toEqual([])
  })

  test('is one as soon as the other operator is removed, or may not enter any more', async () => {
    await operator('Ada')
    await operator('Grace')
    await ask('Ada')
    await service.database.db.query`
      update citizens set standing = 'suspended'
       where citizen_id = (select citizen_id from operators where name = 'Grace')`
    expect(await look()).toHaveLength(1)
    await removeOperator(service.foundation, 'Grace')
    expect(await look()).toHaveLength(1)
  })
})
