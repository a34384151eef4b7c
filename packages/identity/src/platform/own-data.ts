import type { UnixSeconds } from './clock.ts'
import type { Basics } from './foundation.ts'
import type { Events } from './room/event.ts'

/** What a room has about a citizen, for the copy that the citizen gets: one object, or any number of them. No secrets. */
export type OwnData = (
  needs: Pick<Basics, 'db' | 'clock'> & { readonly events: Events },
  citizenId: string,
) => Promise<object | undefined> | AsyncIterable<object>

const MILLISECONDS = 1000

/** An instant in ISO 8601, in UTC. */
export function isoInstant(at: UnixSeconds): string {
  return new Date(at * MILLISECONDS).toISOString()
}
