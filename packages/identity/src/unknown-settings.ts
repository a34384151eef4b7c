/** A variable that looks like a setting and is none. */
export interface UnknownSetting {
  readonly name: string
  /** The setting that was probably meant. */
  readonly meant: string | undefined
}

const PREFIX = 'PORTICO_'

/** Variables of the launcher and of tests. */
const OF_TOOLS = /^PORTICO_(?:TEST_|FUZZ_|WRITE_|(?:LAUNCHED_BY|TRACE|CHROMIUM|REDIS_SERVER|PROMTOOL)$)/

/** The names among these that begin like a setting, and that nobody reads. Their values may be secret and are not told. */
export function unknownSettings(
  names: readonly string[],
  known: ReadonlySet<string>,
): readonly UnknownSetting[] {
  return names
    .filter((name) => name.toUpperCase().startsWith(PREFIX) && !known.has(name) && !OF_TOOLS.test(name))
    .map((name) => ({ name, meant: nearest(name, known) }))
}

/** The most similar name; none where over a third of the characters differ. */
function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  const written = name.toUpperCase().slice(PREFIX.length)
  const distances = [...known].map((each) => {
    const right = each.slice(PREFIX.length)
    return { each, share: distance(written, right) / Math.max(written.length, right.length, 1) }
  })
  const [best] = distances.toSorted((one, other) => one.share - other.share)
  return best && best.share <= 1 / 3 ? best.each : undefined
}

/** The fewest characters to insert, delete or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const above = row
    row = [at]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (one[at - 1] === other[column - 1] ? 0 : 1)
      row.push(Math.min((above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1, replaced))
    }
  }
  return row[other.length] ?? 0
}
