import {
  DEMO_PASSWORD,
  findCitizenIdByEmail,
  insertCitizen,
} from '../../packages/identity/src/citizens/index.ts'
import { createPasswordHasher } from '../../packages/identity/src/passwords/index.ts'
import type { Foundation } from '../../packages/identity/src/platform/foundation.ts'
import { randomUuid } from '../../packages/identity/src/platform/random.ts'

/** The first demo citizen. */
export const DEMO = { email: 'ana@example.test', name: 'Ana Example' }

/** The second demo citizen, who has an old account in the program; with the password of that account. */
export const OLD_DEMO = { email: 'olga@example.test', name: 'Olga Example', password: 'a boat on the lake' }

/** Makes a demo citizen, unless the citizen exists. */
export async function prepareDemoCitizen(
  { db, clock, random }: Foundation,
  { email, name }: typeof DEMO,
): Promise<void> {
  if ((await findCitizenIdByEmail(db, email)) !== undefined) return
  const hash = await createPasswordHasher({ concurrency: 1, maxWaiting: 1 }).hash(DEMO_PASSWORD)
  if (!hash.ok) throw new Error('The demo password could not be hashed')
  const citizen = {
    citizenId: randomUuid(random),
    subject: randomUuid(random),
    email,
    emailVerified: true,
    fullName: name,
    phoneNumber: '',
    language: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash: hash.value,
    createdAt: clock.now(),
  } as const
  await db.transaction((tx) => insertCitizen(tx, citizen))
}
