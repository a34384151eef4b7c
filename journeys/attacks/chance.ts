/** Where chance comes from: the same seed makes the same requests. */
export interface Chance {
  /** A whole number below `end`. */
  below(end: number): number
  pick<Value>(values: readonly Value[]): Value
  /** True once in so many times. */
  once(times: number): boolean
}

/** Chance from a seed (mulberry32: good enough to wander, small enough to read). */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (end: number) => next() % end
  return {
    below,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    once: (times) => below(times) === 0,
  }
}
