import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { startSession } from '../access/index.ts'
import { type Citizen, findCitizen, raiseSecurityVersion, setLanguage } from '../citizens/index.ts'
import { accepted, refused } from '../platform/result.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { actSignedIn } from './act-signed-in.ts'

const clock = fakeClock()

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A session, and what the rest of the service reads of its citizen when the mail is woken. */
async function signIn(changes: Partial<Citizen> = {}) {
  const { db } = database
  const citizen = await addCitizen({ foundation: { db, clock, random } }, changes)
  const browser = { cookieValue: undefined, address: '192.0.2.7', userAgent: '' }
  const started = await startSession({ db, clock, random }, citizen, {
    ...browser,
    ...{ proof: 'password', trustedSince: null },
  })
  const read: Promise<Citizen | undefined>[] = []
  const mail = { wake: () => void read.push(findCitizen(db, citizen.citizenId)) }
  return { needs: { db, mail }, signedIn: { citizen, session: started.session }, read }
}

describe('an act of a signed-in citizen', () => {
  test('gets the citizen as locked, and wakes the mail after the commit', async () => {
    const { needs, signedIn, read } = await signIn()
    await setLanguage(needs.db, signedIn.citizen, 'fr')
    const acted = await actSignedIn(needs, signedIn, async ({ db }, { citizen }) => {
      await setLanguage(db, citizen, 'de')
      return accepted(citizen.language)
    })
    expect(acted).toEqual(accepted('fr'))
    expect((await Promise.all(read)).map((citizen) => citizen?.language)).toEqual(['de'])
  })

  test('that is refused wakes no mail', async () => {
    const { needs, signedIn, read } = await signIn()
    expect(await actSignedIn(needs, signedIn, async () => refused('too-many'))).toEqual(refused('too-many'))
    expect(read).toEqual([])
  })

  test('waits for whoever ends all access at the same moment, and then does nothing', async () => {
    const { needs, signedIn } = await signIn()
    const act = () => Promise.reject(new Error('It acts'))
    const acted = whileChanged(
      database,
      (tx) => raiseSecurityVersion(tx, signedIn.citizen.citizenId),
      () => actSignedIn(needs, signedIn, act),
    )
    expect(await acted).toEqual(refused('signed-out'))
  })

  test.each([
    ['all access has ended since', {}, 'raised'],
    ['the account is suspended', { standing: 'suspended' }, 'as it was'],
  ] as const)('does nothing where %s', async (_, changes, version) => {
    const { needs, signedIn, read } = await signIn(changes)
    if (version === 'raised') await raiseSecurityVersion(needs.db, signedIn.citizen.citizenId)
    const act = () => Promise.reject(new Error('It acts'))
    expect(await actSignedIn(needs, signedIn, act)).toEqual(refused('signed-out'))
    expect(read).toEqual([])
  })
})
