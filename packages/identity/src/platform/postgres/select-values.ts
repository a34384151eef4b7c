import type { Database } from './database.ts'
import type { Serializable } from './values.ts'

/** A select of one value, which is sent with others. */
export interface ValuePart {
  readonly text: TemplateStringsArray
  readonly values: readonly Serializable[]
}

/** A select of one value, as a tagged template: every hole becomes a parameter. */
export const valuePart = (text: TemplateStringsArray, ...values: readonly Serializable[]): ValuePart => ({
  text,
  values,
})

/** The joined texts, by themselves: each is one object, so that it is prepared once. */
const joined = new Map<string, TemplateStringsArray>()

/**
 * Reads all these values in one statement, in their order; the caller declares their types. Every part names the same citizen as a
 * parameter, so that one server answers it.
 */
export async function selectValues<Found extends readonly unknown[]>(
  db: Database,
  parts: readonly ValuePart[],
): Promise<Found> {
  const values = parts.flatMap((part) => part.values)
  const [row] = await db.query<{ found: Found }>(joinedOf(parts), ...values)
  if (!row) throw new Error('A select without a table has one row')
  return row.found
}

const PARAMETER = '\0'

function joinedOf(parts: readonly ValuePart[]): TemplateStringsArray {
  const selects = parts.map(({ text }) => `(${text.join(PARAMETER)})`)
  const text = `select json_build_array(${selects.join(', ')}) as found`
  const known = joined.get(text)
  if (known) return known
  const pieces = text.split(PARAMETER)
  const made = Object.assign(pieces, { raw: pieces })
  joined.set(text, made)
  return made
}
