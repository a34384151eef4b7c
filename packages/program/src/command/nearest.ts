/** The name that was probably meant: the most similar one; none where over a third of the characters differ. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const shares = names.map((name) => ({ name, share: distance(written, name) / Math.max(name.length, 1) }))
  const [best] = shares.sort((one, other) => one.share - other.share)
  return best && best.share <= 1 / 3 ? best.name : undefined
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
