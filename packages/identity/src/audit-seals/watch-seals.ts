import { dayOf } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import { type Repeating, repeat } from '../platform/jobs/repeat.ts'
import { gauge, type Metric } from '../platform/metric.ts'
import { type Sealed, type SealNeeds, sealEvents } from './seal-events.ts'
import { findHead, findLastBefore } from './seal-store.ts'
import { findOldestFrom } from './unsealed-store.ts'

const EVERY_MILLISECONDS = 60 * 1_000

/** The name of the log line that takes the closing hash of a day out of the database. */
const DAY_SEALED = 'audit-day-sealed'

interface Known {
  /** Everything that was written before is sealed. */
  sealedUntil: UnixSeconds
  /** The newest seal that this process has seen. */
  head: { readonly number: number; readonly hash: Buffer } | undefined
  /** The day whose closing was told last. */
  told: string
  trouble: Sealed | undefined
}

/**
 * Seals the audit each minute, one process at a time. Every process looks how old the oldest unsealed event is, tells the log the last hash of each day that is over, and
 * warns where a seal that it has seen is gone: so whoever takes back the chain has to take back what processes know and logs have, too.
 */
export function watchSeals(
  needs: SealNeeds & Pick<Foundation, 'log'>,
): Repeating & { round(): Promise<'done' | 'again'>; readonly metrics: readonly Metric[] } {
  const { clock, log } = needs
  const known: Known = { sealedUntil: clock.now(), head: undefined, told: '', trouble: undefined }
  const round = async () => {
    const outcome = await sealEvents(needs)
    tellTrouble(needs, known, outcome)
    // What a forged seal says is sealed is no word of this service.
    if (outcome === 'forged') return 'done'
    if (outcome === 'several-servers') {
      known.sealedUntil = clock.now()
      return 'done'
    }
    await look(needs, known)
    return outcome === 'again' ? 'again' : 'done'
  }
  const repeating = repeat(log, { name: 'audit-seals', everyMilliseconds: EVERY_MILLISECONDS, round })
  const age = gauge(
    'portico_audit_unsealed_seconds',
    'How old the oldest event of the audit is that is not sealed; where the database does not answer, the time since all were.',
    () => Math.max(0, clock.now() - known.sealedUntil),
  )
  const forged = gauge(
    'portico_audit_seals_forged',
    'Whether the newest seal of the audit was found to be signed by no key of this service: 1 or 0. Then nothing is sealed.',
    () => (known.trouble === 'forged' ? 1 : 0),
  )
  return { ...repeating, round, metrics: [age, forged] }
}

async function look({ db, clock, log }: SealNeeds & Pick<Foundation, 'log'>, known: Known): Promise<void> {
  const now = clock.now()
  const head = await findHead(db)
  const oldest = head && (await findOldestFrom(db, head.sealedBelow))
  if (head) known.sealedUntil = oldest ?? now
  const { head: before } = known
  const isGone = before && (!head || head.number < before.number || isOther(head, before))
  if (isGone)
    log.error('audit-seals-changed', {
      'portico.seal': before.number,
      'portico.hash': before.hash.toString('hex'),
    })
  known.head = head
  const today = dayOf(now)
  if (known.told === today.name) return
  const last = await findLastBefore(db, today.beginsAt)
  if (last) {
    const fields = { 'portico.day': dayOf(last.sealedAt).name, 'portico.seal': last.number }
    log.info(DAY_SEALED, { ...fields, 'portico.hash': last.hash.toString('hex') })
  }
  known.told = today.name
}

function isOther(head: NonNullable<Known['head']>, before: NonNullable<Known['head']>): boolean {
  return head.number === before.number && !head.hash.equals(before.hash)
}

function tellTrouble({ log }: Pick<Foundation, 'log'>, known: Known, outcome: Sealed): void {
  if (outcome === 'foreign' && known.trouble !== outcome)
    log.warn('audit-not-sealed', {
      'error.message': 'events have the numbers of another server: run portico after-recovery',
    })
  if (outcome === 'forged' && known.trouble !== outcome)
    log.error('audit-seals-forged', {
      'error.message': 'no key of PORTICO_SECRET_KEY has signed the newest seal: run portico audit verify',
    })
  if (outcome !== 'busy') known.trouble = outcome
}
