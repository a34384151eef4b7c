import { fileAt } from '../checks/lib/source-files.ts'
import type { Measure } from './measure.ts'

/** What can be taken away with its folder, as `scripts/remove-room.test.ts` proves. */
const WANTED = [
  'passkeys',
  'second-factor',
  'lost-app',
  'change-address',
  'closing',
  'data-download',
  'activity',
  'ended-feed',
  'api-document',
  'simulator',
]

/** The rooms that a test does not take away yet. */
export function roomsThatStay(test = fileAt('scripts/remove-room.test.ts').text): Measure {
  const found = WANTED.filter((name) => !test.includes(`'${name}'`))
  return { name: 'rooms that cannot be taken away', now: found.length, wanted: 0, found }
}
