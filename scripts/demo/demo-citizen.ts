import { findCitizenIdByEmail, insertCitizen } from '../../packages/identity/src/citizens/index.ts'
import type { Foundation } from '../../packages/identity/src/compose.ts'
import { createPasswordHasher } from '../../packages/identity/src/passwords/index.ts'
import { randomUuid } from '../../packages/identity/src/platform/random.ts'

/** The citizen that is there from the beginning. */
export const DEMO_EMAIL = 'ana@example.test'

/** Its password; it protects nothing, because this citizen exists on a developer's machine alone. */
export const DEMO_PASSWORD = 'a walk along the river'

/** Makes the demo citizen, unless it is there. */
export async function prepareDemoCitizen({ db, clock, random }: Foundation): Promise<void> {
  if ((await findCitizenIdByEmail(db, DEMO_EMAIL)) !== undefined) return
  const hash = await createPasswordHasher({ concurrency: 1, maxWaiting: 1 }).hash(DEMO_PASSWORD)
  if (!hash.ok) throw new Error('The demo password could not be hashed')
  const citizen = {
    citizenId: randomUuid(random),
    subject: randomUuid(random),
    email: DEMO_EMAIL,
    emailVerified: true,
    fullName: 'Ana Example',
    phoneNumber: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash: hash.value,
    createdAt: clock.now(),
  } as const
  await db.transaction((tx) => insertCitizen(tx, citizen))
}
