/** What a line says about one citizen, or why it says nothing. */
export interface GivenRecord {
  /** The line where it begins, from 1 on. */
  readonly line: number
  readonly fields: ReadonlyMap<string, unknown> | undefined
  /** Where there are no fields: what is wrong, and the beginning of the text. */
  readonly problem?: { readonly says: string; readonly text: string }
}

/** How much of a text that cannot be read stands among the rejects. */
const MOST_KEPT_CHARACTERS = 2_000

/** A record without fields: what is wrong with its line, and the beginning of what stands there. */
export function unreadRecord(line: number, says: string, text = ''): GivenRecord {
  return { line, fields: undefined, problem: { says, text: text.slice(0, MOST_KEPT_CHARACTERS) } }
}
