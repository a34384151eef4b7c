import type { Exclusive } from './exclusive.ts'
import type { Place } from './storage.ts'

/** A sign-in that has left for the identity service and may come back. */
export interface Flow {
  readonly verifier: string
  readonly returnTo: string | null
  readonly startedAt: number
}

/** What is needed to remember flows. */
export interface FlowNeeds {
  readonly flows: Place<readonly Flow[]>
  readonly exclusive: Exclusive
  now(): number
}

/** As long as a program waits for a citizen to come back. */
const LIFETIME_MS = 600_000
const MOST_FLOWS = 3

/** The flows that may still come back, newest first. */
export async function liveFlows({ flows, now }: FlowNeeds): Promise<readonly Flow[]> {
  const kept = await flows.read()
  const list: readonly Flow[] = Array.isArray(kept) ? kept : []
  return list.filter(({ startedAt }) => Math.abs(now() - startedAt) < LIFETIME_MS)
}

const change = (needs: FlowNeeds, edit: (live: readonly Flow[]) => readonly Flow[]): Promise<void> =>
  needs.exclusive('flows', async () => needs.flows.write(edit(await liveFlows(needs))))

/** Remembers a flow, in the place of the oldest when there are too many. */
export const keepFlow = (needs: FlowNeeds, flow: Flow): Promise<void> =>
  change(needs, (live) => [flow, ...live].slice(0, MOST_FLOWS))

/** Forgets a flow that has come back. */
export const endFlow = (needs: FlowNeeds, { verifier }: Flow): Promise<void> =>
  change(needs, (live) => live.filter((flow) => flow.verifier !== verifier))

/**
 * A path on this site, or nothing: an address that could lead elsewhere is no place to return to. Browsers read a
 * backslash as a slash, leave tabs and line ends out, and take "//" for the beginning of another host.
 */
export const safeReturnTo = (value = ''): string | null =>
  /^(?![^?#]*\/\/)\/[^\\\0-\x1f]*$/.test(value) ? value : null
