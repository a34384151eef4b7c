import {
  type Basics,
  type Citizen,
  createPasswordHasher,
  DEMO_ADDRESSES,
  DEMO_PASSWORD,
  insertCitizen,
  randomUuid,
} from '@portico/identity/parts'

/** A test citizen. Subjects and addresses are always the same, so that tests of programs can name them. */
export interface TestCitizen
  extends Pick<Citizen, 'subject' | 'email' | 'emailVerified' | 'fullName' | 'standing'> {
  /** What the citizen is there for. */
  readonly purpose: string
}

/** The password of every test citizen. */
export const TEST_PASSWORD = DEMO_PASSWORD

/** The test citizens. */
export const TEST_CITIZENS: readonly TestCitizen[] = [
  person(1, 'Ana Example', 'signs in'),
  person(2, 'Boris Example', 'signs in beside Ana'),
  person(3, 'Čedomila Ñandú O’Brien', 'has a name with many letters'),
  person(4, 'Olga Example', 'may have an old account at your program'),
  { ...person(5, 'Uma Unverified', 'has not verified the address'), emailVerified: false },
  { ...person(6, 'Simon Suspended', 'is suspended'), standing: 'suspended' },
]

function person(number: number, fullName: string, purpose: string): TestCitizen {
  const subject = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const email = DEMO_ADDRESSES[number - 1] ?? ''
  return { subject, email, emailVerified: true, fullName, standing: 'active', purpose }
}

/** Makes the test citizens. They share one hash, because a hash takes long by design. */
export async function addTestCitizens({ db, clock, random }: Basics): Promise<void> {
  const hash = await createPasswordHasher({ concurrency: 1, maxWaiting: 1 }).hash(TEST_PASSWORD)
  if (!hash.ok) throw new Error('The password of the test citizens could not be hashed')
  const passwordHash = hash.value
  await db.transaction(async (tx) => {
    for (const citizen of TEST_CITIZENS)
      await insertCitizen(tx, {
        ...citizen,
        citizenId: randomUuid(random),
        phoneNumber: '',
        language: '',
        securityVersion: 1,
        passwordHash,
        createdAt: clock.now(),
      })
  })
}
