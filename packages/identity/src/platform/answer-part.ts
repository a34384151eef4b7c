/** A table of an answer. How wide it may be is known where it is printed. */
export interface Sheet {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A line that begins with a sign, which is coloured where colours are. */
export interface Signed {
  readonly sign: '✓' | '○' | '✗'
  readonly says: string
}

/** A line of an answer for people, or several. */
export type AnswerPart = string | Sheet | Signed
