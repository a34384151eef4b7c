/** The program breaks a rule. The message says what was seen. */
export class Broken extends Error {
  override readonly name = 'Broken'
}

/** Throws `Broken` with what was seen, unless it is so. */
export function demand(isSo: boolean, saw: string): asserts isSo {
  if (!isSo) throw new Broken(saw)
}
