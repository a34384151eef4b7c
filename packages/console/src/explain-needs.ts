import { type AskNeeds, OWN_LINKS } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'

/** What the rooms of the service are asked with. */
export function explainNeeds({
  db,
  clock,
  config: { limits },
}: ConsoleNeeds): Pick<AskNeeds, 'db' | 'clock' | 'limits' | 'ownLinks'> {
  return { db, clock, limits, ownLinks: OWN_LINKS }
}
