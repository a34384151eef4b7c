import { setTimeout as wait } from 'node:timers/promises'
import { createPasswordHasher } from '../passwords/index.ts'
import { counter, gauge } from '../platform/metric.ts'
import { refused } from '../platform/result.ts'
import type { RoomWithForeignPasswords } from '../sign-in/index.ts'
import { compareForeign, isComparedInPart } from './compare.ts'
import { evenRefusals } from './even-out.ts'
import { MOST_MILLISECONDS } from './read-hash.ts'
import { FOREIGN_PREFIX, unsealHash } from './stored-hash.ts'

/** One comparison at a time, and as many wait as for hashes of our own. They need no place of those. */
const PLACES = { concurrency: 1, maxWaiting: 64 }

const FILE = new URL('./foreign-hashing-process.ts', import.meta.url)

/** Beside a core that is always busy, the process has a tenth of it. It is killed when it says nothing for twice the time that it needs then. */
const SILENT_MILLISECONDS = 2 * 10 * MOST_MILLISECONDS

/** What is compared where the sealed value cannot be opened: no hash. */
const DAMAGED = 'damaged'

/** Opens the comparison of passwords with hashes of other systems. */
export const openForeignPasswords: NonNullable<RoomWithForeignPasswords['foreignPasswords']> = ({
  keyring,
  hashElsewhere,
}) => {
  const { verify } = hashElsewhere?.(FILE, SILENT_MILLISECONDS) ?? { verify: compareForeign }
  const hasher = createPasswordHasher({
    ...PLACES,
    argon2: { verify, hash: async () => refused('busy') },
    comparesTyped: true,
  })
  const even = evenRefusals({ now: () => performance.now(), wait })
  const isForeign = (passwordHash: string) => passwordHash.startsWith(FOREIGN_PREFIX)
  let [underWay, turnedAway] = [0, 0]
  return {
    isForeign,
    verify: async ({ citizenId, passwordHash }, password) => {
      underWay += 1
      const hash = unsealHash(keyring, citizenId, passwordHash) ?? DAMAGED
      const verdict = await hasher.verify(hash, password).finally(() => void (underWay -= 1))
      if (verdict === 'busy') turnedAway += 1
      return verdict === 'right' && isComparedInPart(hash, password) ? 'right-beginning' : verdict
    },
    evenOut: (begunAt, passwordHash) => even(begunAt, isForeign(passwordHash)),
    metrics: [
      gauge(
        'portico_foreign_hashing_under_way',
        'Passwords that are compared with hashes of other systems, or wait for it.',
        () => underWay,
      ),
      counter(
        'portico_foreign_hashing_refused_total',
        'Requests refused because too many such comparisons wait, or none can be made.',
        () => turnedAway,
      ),
    ],
  }
}
