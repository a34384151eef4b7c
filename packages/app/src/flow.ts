import type { Exclusive } from './exclusive.ts'
import type { Place } from './storage.ts'

/** A sign-in that this app has begun. The citizen may still return from it. */
export interface Flow {
  readonly verifier: string
  /** The code of a program says its first signs, after `ssoc_`. */
  readonly challenge?: string
  readonly returnTo: string | null
  readonly startedAt: number
}

/** What the storage of flows is handed. */
export interface FlowNeeds {
  readonly flows: Place<readonly Flow[]>
  readonly exclusive: Exclusive
  now(): number
}

/** The lifetime of the pending state in the program (contract section 8). */
const LIFETIME_MS = 600_000
/** As many as a person opens tabs at once. */
const MAX_FLOWS = 32

/** The flows that have not expired, newest first. */
export async function openFlows({ flows, now }: FlowNeeds): Promise<readonly Flow[]> {
  // A stored value that is no list of flows has no beginnings.
  const list = [(await flows.read()) ?? []].flat()
  return list.filter(({ startedAt }) => Math.abs(now() - startedAt) < LIFETIME_MS)
}

const change = (needs: FlowNeeds, edit: (open: readonly Flow[]) => readonly Flow[]): Promise<void> =>
  needs.exclusive('flows', async () => needs.flows.write(edit(await openFlows(needs))))

/** Stores a flow. If there are too many, removes the oldest one. */
export const storeFlow = (needs: FlowNeeds, flow: Flow): Promise<void> =>
  change(needs, (open) => [flow, ...open].slice(0, MAX_FLOWS))

/** Removes a flow after its return. */
export const endFlow = (needs: FlowNeeds, { verifier }: Flow): Promise<void> =>
  change(needs, (open) => open.filter((flow) => flow.verifier !== verifier))

/**
 * Returns the value if it is a path on this site, and otherwise null. Browsers read a backslash as a slash, ignore tabs
 * and line ends, and read "//" as the start of a host.
 */
export const safeReturnTo = (value = ''): string | null =>
  /^(?![^?#]*\/\/)\/[^\\\0-\x1f]*$/.test(value) ? value : null
