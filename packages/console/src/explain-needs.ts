import type { AskNeeds, UnixSeconds } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'

/** What the rooms of the service are asked with. */
export function explainNeeds({
  db,
  clock,
  config: { limits },
}: ConsoleNeeds): Pick<AskNeeds, 'db' | 'clock' | 'limits' | 'when'> {
  return { db, clock, limits, when: inUtc }
}

function inUtc(at: UnixSeconds): string {
  return new Date(at * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}
