/** What is known of a value: it must work, it must not, or its last request was never answered. */
export type Standing = 'works' | 'over' | 'unknown'

/** What is written into the ledger. A code carries its verifier, a password its address. */
export type Kind = 'access token' | 'refresh token' | 'code' | 'session' | 'link' | 'password'

/** A value of a kind; values of one kind are told apart by themselves alone. */
export type Entry = readonly [Kind, string]

/** What was acknowledged as over was handed out as good. */
export class Resurrected extends Error {
  override readonly name = 'Resurrected'
}

/** Every effect that was acknowledged, by what was acknowledged. */
export interface Ledger {
  /** The response said that this works from now on; throws where an earlier one said that it is over. */
  works(...entry: Entry): void
  /** The response said that this is over; nothing makes it good again. */
  over(...entry: Entry): void
  /** A request that would have ended this was sent and never answered. */
  doubt(...entry: Entry): void
  standingOf(...entry: Entry): Standing | undefined
  all(kind: Kind, standing: Standing): readonly string[]
  /** How many effects were acknowledged so far. */
  readonly acknowledged: number
}

/** Opens an empty ledger. */
export function openLedger(): Ledger {
  const standings = new Map<string, Standing>()
  let acknowledged = 0
  const keyOf = (kind: Kind, value = '') => `${kind}: ${value}`
  return {
    works(kind, value) {
      if (standings.get(keyOf(kind, value)) === 'over')
        throw new Resurrected(`A ${kind} that was over was handed out again`)
      standings.set(keyOf(kind, value), 'works')
      acknowledged += 1
    },
    over(kind, value) {
      standings.set(keyOf(kind, value), 'over')
      acknowledged += 1
    },
    doubt(kind, value) {
      if (standings.get(keyOf(kind, value)) !== 'over') standings.set(keyOf(kind, value), 'unknown')
    },
    standingOf: (kind, value) => standings.get(keyOf(kind, value)),
    all: (kind, standing) =>
      [...standings]
        .filter(([key, found]) => found === standing && key.startsWith(keyOf(kind)))
        .map(([key]) => key.slice(keyOf(kind).length)),
    get acknowledged() {
      return acknowledged
    },
  }
}
