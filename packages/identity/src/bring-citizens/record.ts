/** Where a record is in its file. */
export interface RecordPlace {
  /** The line where it begins, from 1 on. */
  readonly line: number
  /** Its number in a document, whose line may be the same for all; from 1 on. */
  readonly record?: number | undefined
}

/** What a line says about one citizen, or why it says nothing. */
export interface GivenRecord extends RecordPlace {
  readonly fields: ReadonlyMap<string, unknown> | undefined
  /** What is wrong; where there are no fields, with the beginning of the text. */
  readonly problem?: { readonly says: string; readonly text: string }
}

/** How much of a text that cannot be read stands among the rejects. */
export const MOST_KEPT_CHARACTERS = 2_000

/** A record without fields: what is wrong with its line, and the beginning of what stands there. */
export function unreadRecord(at: RecordPlace, says: string, text: string): GivenRecord {
  return { ...at, fields: undefined, problem: { says, text: text.slice(0, MOST_KEPT_CHARACTERS) } }
}

/** A record with the fields of a JSON object. A whole document in place of a citizen is none: its citizens would be lost without a word. */
export function recordWith(at: RecordPlace, value: object, text: string): GivenRecord {
  if ('users' in value && Array.isArray(value.users)) return unreadRecord(at, WHOLE_DOCUMENT, text)
  return { ...at, fields: new Map(Object.entries(value)) }
}

const WHOLE_DOCUMENT =
  'is no citizen but a whole document with a list of users: give it as a file of its own, with --from keycloak or --from firebase'

/** The place alone. */
export function placeOf({ line, record }: RecordPlace): RecordPlace {
  return record === undefined ? { line } : { line, record }
}
