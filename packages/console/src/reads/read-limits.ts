import {
  findSpentCounters,
  LIMITS,
  type ListedLimit,
  type OperatorOrigin,
  recordRead,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

const KNOWN: ReadonlyMap<string, ListedLimit> = new Map(Object.entries(LIMITS))

/** What a limit counts, and for whom, as operators read it. Undefined where no room lists it any more. */
export function limitInWords(
  kind: string,
): (Pick<ListedLimit, 'counts'> & { readonly per: LimitPer }) | undefined {
  const known = KNOWN.get(kind)
  const per = PER.find((one) => kind.endsWith(`-per-${one}`))
  return known && per && { counts: known.counts, per }
}

const PER = ['ip', 'email', 'citizen'] as const

/** Whom a limit counts for: the end of its name. */
export type LimitPer = (typeof PER)[number]

/** The limits that are spent now. A network is read; an address of a person is not. The look is in the audit. */
export async function readLimits(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random' | 'config'>,
  by: OperatorOrigin,
) {
  const { limits } = needs.config
  const spent = await findSpentCounters(needs.db, { kinds: LIMITS, limits, now: needs.clock.now() })
  await recordRead({ ...needs, by }, { command: 'console limits' })
  return spent
}
