import { type ChainState, HEADS, readChain, type SentClosing } from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

/** How far the audit is sealed, and how the seal of the last closed day left, beside the logs. It names nobody, and compares no hash. */
export interface ChainSeen {
  /** Undefined where nothing is sealed. */
  readonly chain: ChainState | undefined
  readonly sent: readonly SentClosing[]
}

/** Reads the state of the chain. */
export async function readChainState(needs: Pick<ConsoleNeeds, 'db' | 'clock'>): Promise<ChainSeen> {
  const asked = Object.values(HEADS).flatMap(({ sentClosings }) => sentClosings ?? [])
  const sent = await Promise.all(asked.map((sentClosings) => sentClosings(needs.db)))
  return { chain: await readChain(needs), sent: sent.flat() }
}

/** What became of the hash of a day: it has arrived, it waits, or the destination began after the day. */
export function deliveryOf({ day, at }: SentClosing, closed: string): 'arrived' | 'waits' | 'none' {
  if (day < closed) return 'waits'
  return at === null ? 'none' : 'arrived'
}
