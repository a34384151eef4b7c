/** Whether a value must work, must not work, or had a last request without an answer. */
export type Standing = 'works' | 'over' | 'unknown'

/** What is written into the ledger. A code carries its verifier, a password its address. */
export type Kind = 'access token' | 'refresh token' | 'code' | 'session' | 'link' | 'password'

/** A value with its kind. */
export type Entry = readonly [Kind, string]

/** A value that had ended was handed out again. */
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
    /** A response said that this works from now on; throws where an earlier one said that it has ended. */
    works(...entry: Entry) {
      if (standingOf(...entry) === 'over')
        throw new HandedOutAgain(`A ${entry[0]} that was over was handed out again`)
      acknowledge(entry, 'works')
    },
    /** A response said that this has ended, for ever. */
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
