/** What is known of a value: it must work, it must not, or its last request was never answered. */
export type Standing = 'works' | 'over' | 'unknown'

/** What is written into the ledger. A code carries its verifier, a password its address. */
export type Kind = 'access token' | 'refresh token' | 'code' | 'session' | 'link' | 'password'

/** A value of a kind; values of one kind are told apart by themselves alone. */
export type Entry = readonly [Kind, string]

/** What was acknowledged as over was handed out as good. */
export class HandedOutAgain extends Error {
  override readonly name = 'HandedOutAgain'
}

/** Every effect that was acknowledged, by what was acknowledged. */
export type Ledger = ReturnType<typeof openLedger>

/** Opens an empty ledger. */
export function openLedger() {
  const standings = new Map<string, Standing>()
  let acknowledged = 0
  const keyOf = (kind: Kind, value = '') => `${kind}: ${value}`
  const standingOf = (...entry: Entry) => standings.get(keyOf(...entry))
  const acknowledge = (entry: Entry, standing: Standing) => {
    standings.set(keyOf(...entry), standing)
    acknowledged += 1
  }
  return {
    standingOf,
    /** The response said that this works from now on; throws where an earlier one said that it is over. */
    works(...entry: Entry) {
      if (standingOf(...entry) === 'over')
        throw new HandedOutAgain(`A ${entry[0]} that was over was handed out again`)
      acknowledge(entry, 'works')
    },
    /** The response said that this is over; nothing makes it good again. */
    over: (...entry: Entry) => acknowledge(entry, 'over'),
    /** A request that would have ended this was sent and never answered. */
    doubt(...entry: Entry) {
      if (standingOf(...entry) !== 'over') standings.set(keyOf(...entry), 'unknown')
    },
    all: (kind: Kind, standing: Standing): readonly string[] =>
      [...standings]
        .filter(([key, found]) => found === standing && key.startsWith(keyOf(kind)))
        .map(([key]) => key.slice(keyOf(kind).length)),
    /** How many effects were acknowledged so far. */
    get acknowledged(): number {
      return acknowledged
    },
  }
}
