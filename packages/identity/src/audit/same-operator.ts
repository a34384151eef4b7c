/**
 * Whether two names are those of one operator. Capitals, spaces, accents, wide letters and signs make no other person: whoever is refused by mistake
 * gives a fuller name, and nobody consents to the own act with a name that only looks different.
 */
export function isSameOperator(one: string, other: string): boolean {
  // The sign says that it is a machine, whose name nobody typed.
  if (one.includes('#') || other.includes('#')) return one === other
  return bare(one) === bare(other)
}

function bare(name: string): string {
  return name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
