import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UnixSeconds } from '../platform/clock.ts'
import { versionAfterRestore } from './version-after-restore.ts'

const at = (seconds: number) => (1_800_000_000 + seconds) as UnixSeconds

test.each([
  ['a year before 2020', 1_546_300_800],
  ['now', 1_800_000_000],
  ['at the last second of 2087', 3_723_753_599],
])('by a clock that shows %s, it is above what is known and fits the column', (_case, now) => {
  const version = versionAfterRestore(7, now as UnixSeconds)
  expect(version).toBeGreaterThan(7)
  expect(version).toBeLessThanOrEqual(2_147_483_647)
})

/** The events of an installation: time passes and versions rise, a backup is made, or one is restored. */
const history = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('raise' as const),
      seconds: fc.integer({ min: 1, max: 100_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({ kind: fc.constant('back-up' as const) }),
    fc.record({ kind: fc.constant('restore' as const), which: fc.nat() }),
  ),
  { maxLength: 40 },
)

// proves: threat-backup-revives
test('in any order of raises, backups and restores of any backup, no version is ever given a second time', () => {
  fc.assert(
    fc.property(history, (events) => {
      const now = { seconds: 0, version: 1 }
      const backups = [now.version]
      let highestEver = now.version
      for (const event of events) {
        if (event.kind === 'back-up') backups.push(now.version)
        if (event.kind === 'raise') {
          now.seconds += event.seconds
          now.version += Math.floor(event.seconds * event.share)
        }
        if (event.kind === 'restore') {
          now.seconds += 1
          now.version = versionAfterRestore(backups[event.which % backups.length] ?? 1, at(now.seconds))
          expect(now.version).toBeGreaterThan(highestEver)
        }
        highestEver = Math.max(highestEver, now.version)
      }
    }),
  )
})
