import type { Exclusive } from './exclusive.ts'
import type { Place } from './storage.ts'

/** A sign-in that has gone to the identity service and may return. */
export interface Flow {
  readonly verifier: string
  readonly returnTo: string | null
  readonly startedAt: number
}

/** The parts that storing flows uses. */
export interface FlowNeeds {
  readonly flows: Place<readonly Flow[]>
  readonly exclusive: Exclusive
  now(): number
}

/** The lifetime of the pending state in the program (contract section 8). */
const LIFETIME_MS = 600_000
const MAX_FLOWS = 3

/** The flows that may still return, newest first. */
export async function liveFlows({ flows, now }: FlowNeeds): Promise<readonly Flow[]> {
  const kept = await flows.read()
  const list: readonly Flow[] = Array.isArray(kept) ? kept : []
  return list.filter(({ startedAt }) => Math.abs(now() - startedAt) < LIFETIME_MS)
}

const change = (needs: FlowNeeds, edit: (live: readonly Flow[]) => readonly Flow[]): Promise<void> =>
  needs.exclusive('flows', async () => needs.flows.write(edit(await liveFlows(needs))))

/** Stores a flow. Removes the oldest one where there are too many. */
export const keepFlow = (needs: FlowNeeds, flow: Flow): Promise<void> =>
  change(needs, (live) => [flow, ...live].slice(0, MAX_FLOWS))

/** Removes a flow that has returned. */
export const endFlow = (needs: FlowNeeds, { verifier }: Flow): Promise<void> =>
  change(needs, (live) => live.filter((flow) => flow.verifier !== verifier))

/**
 * Returns the value if it is a path on this site, otherwise null. Browsers read a backslash as a slash, ignore tabs
 * and line ends, and read "//" as the start of another host.
 */
export const safeReturnTo = (value = ''): string | null =>
  /^(?![^?#]*\/\/)\/[^\\\0-\x1f]*$/.test(value) ? value : null
