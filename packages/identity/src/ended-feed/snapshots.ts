/** A snapshot of one PostgreSQL server (its manual, "pg_snapshot components"). */
interface Snapshot {
  /** Every transaction before it was over. */
  readonly oldest: bigint
  /** No transaction from it on had begun. */
  readonly next: bigint
  readonly underWay: ReadonlySet<bigint>
}

/** The snapshots of several servers, by the server. */
export type Snapshots = ReadonlyMap<number, Snapshot>

/**
 * Writes snapshots as one text: `2=10:20:13;3=7:7:`, in the order of the servers. A snapshot of one server alone is the text that
 * PostgreSQL writes.
 */
export function joinSnapshots(parts: readonly { readonly id: number; readonly snapshot: string }[]): string {
  return parts
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, snapshot }) => `${id}=${snapshot}`)
    .join(';')
}

/** Reads what `joinSnapshots` wrote. */
export function readSnapshots(text: string): Snapshots {
  return new Map(
    partsOf(text).map((part) => {
      const [id = '', snapshot = ''] = part.split('=')
      const [oldest = '0', next = '0', underWay = ''] = snapshot.split(':')
      const numbers = underWay.split(',').filter((each) => each !== '')
      return [
        Number(id),
        { oldest: BigInt(oldest), next: BigInt(next), underWay: new Set(numbers.map(BigInt)) },
      ]
    }),
  )
}

/** Whether a snapshot saw what a transaction did, if it committed: `pg_visible_in_snapshot`. */
export function hasSeen(snapshots: Snapshots, server: number, transaction: bigint): boolean {
  const snapshot = snapshots.get(server)
  if (!snapshot || transaction < snapshot.oldest) return true
  return transaction < snapshot.next && !snapshot.underWay.has(transaction)
}

/** For each server a snapshot that saw no more than any of these. */
export function earliestOf(
  all: readonly Snapshots[],
): readonly { readonly id: number; readonly snapshot: string }[] {
  const oldest = new Map<number, bigint>()
  for (const [id, snapshot] of all.flatMap((each) => [...each])) {
    const known = oldest.get(id)
    if (known === undefined || snapshot.oldest < known) oldest.set(id, snapshot.oldest)
  }
  return [...oldest].map(([id, number]) => ({ id, snapshot: `${number}:${number}:` }))
}

/** What a text of snapshots surely saw, shorter: on each server every transaction before the oldest one that was under way. */
export function beginningOf(text: string): string {
  return partsOf(text)
    .map((part) => {
      const [beginning = ''] = part.split(':')
      return `${beginning}:${beginning.split('=').at(-1)}:`
    })
    .join(';')
}

/** Whether no snapshot is behind the one of the same server in `before`. Both are of the same servers. */
export function isNotBehind(before: string, now: string): boolean {
  const later = partsOf(now).map(nextIn)
  return partsOf(before).every((part, at) => nextIn(part) <= (later[at] ?? 0n))
}

function partsOf(text: string): readonly string[] {
  return text.split(';')
}

/** The first transaction that had not begun. */
function nextIn(part: string): bigint {
  return BigInt(part.split(':')[1] ?? '0')
}
