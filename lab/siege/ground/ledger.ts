/** What is known of a value: it must work, it must not, or its last request was never answered. */
export type Standing = 'works' | 'over' | 'unknown'

/** A value came back to life: what was acknowledged as over was handed out as good. */
export class Resurrected extends Error {
  override readonly name = 'Resurrected'
}

/** Every effect that was acknowledged, by what was acknowledged. Values of one kind are told apart by themselves alone. */
export interface Ledger<Kind extends string> {
  /** The answer said that this works from now on; throws where an earlier answer said that it is over. */
  works(kind: Kind, value: string): void
  /** The answer said that this is over; nothing makes it good again. */
  over(kind: Kind, value: string): void
  /** A request that would have ended this was sent and never answered. */
  doubt(kind: Kind, value: string): void
  standingOf(kind: Kind, value: string): Standing | undefined
  all(kind: Kind, standing: Standing): readonly string[]
  /** How many effects were acknowledged so far. */
  readonly acknowledged: number
}

/** Opens an empty ledger. */
export function openLedger<Kind extends string>(): Ledger<Kind> {
  const kinds = new Map<Kind, Map<string, Standing>>()
  let acknowledged = 0
  const entries = (kind: Kind): Map<string, Standing> => {
    const found = kinds.get(kind) ?? new Map<string, Standing>()
    kinds.set(kind, found)
    return found
  }
  return {
    works(kind, value) {
      if (entries(kind).get(value) === 'over')
        throw new Resurrected(`A ${kind} that was over was handed out again`)
      entries(kind).set(value, 'works')
      acknowledged += 1
    },
    over(kind, value) {
      entries(kind).set(value, 'over')
      acknowledged += 1
    },
    doubt(kind, value) {
      if (entries(kind).get(value) !== 'over') entries(kind).set(value, 'unknown')
    },
    standingOf: (kind, value) => entries(kind).get(value),
    all: (kind, standing) =>
      [...entries(kind)].filter(([, found]) => found === standing).map(([value]) => value),
    get acknowledged() {
      return acknowledged
    },
  }
}
