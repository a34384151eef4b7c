/** Whether a value must work, must not work, or had no answer to its last request. */
export type Standing = 'works' | 'over' | 'unknown'

/** The kinds of values in the ledger. A code comes with its verifier, a password with its address. */
export type Kind = 'access token' | 'refresh token' | 'code' | 'session' | 'link' | 'password'

/** A value with its kind. */
export type Entry = readonly [Kind, string]

/** A value that had ended was issued again. */
export class HandedOutAgain extends Error {
  override readonly name = 'HandedOutAgain'
}

/** Every acknowledged effect, by its value. */
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
    /** Records that a response made this valid. Throws if an earlier response ended it. */
    works(...entry: Entry) {
      if (standingOf(...entry) === 'over')
        throw new HandedOutAgain(`A ${entry[0]} that was over was handed out again`)
      acknowledge(entry, 'works')
    },
    /** Records that a response ended this for ever. */
    over: (...entry: Entry) => acknowledge(entry, 'over'),
    /** Records a request without an answer that would end this. */
    doubt(...entry: Entry) {
      if (standingOf(...entry) !== 'over') standings.set(keyOf(...entry), 'unknown')
    },
    all: (kind: Kind, standing: Standing): readonly string[] =>
      [...standings]
        .filter(([key, found]) => found === standing && key.startsWith(keyOf(kind)))
        .map(([key]) => key.slice(keyOf(kind).length)),
    /** The number of acknowledged effects. */
    get acknowledged(): number {
      return acknowledged
    },
  }
}
