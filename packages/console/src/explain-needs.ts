import type { AskNeeds } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'

/** What the rooms of the service are asked with. */
export function explainNeeds({
  db,
  clock,
  config: { limits },
}: ConsoleNeeds): Pick<AskNeeds, 'db' | 'clock' | 'limits'> {
  return { db, clock, limits }
}
