/** A source of random numbers. The same seed makes the same requests. */
export type Chance = ReturnType<typeof chanceFrom>

/** Random numbers from a seed (mulberry32, which is good enough for tests). */
export function chanceFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  /** A whole number below `end`. */
  const below = (end: number) => next() % end
  return {
    below,
    pick: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value,
    /** True once in this many calls, on average. */
    once: (times: number) => below(times) === 0,
  }
}
