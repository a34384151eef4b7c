import { accepted, type Result, refused } from '../result.ts'

/** Why a body is not a JSON object with one meaning. */
export type JsonRefusal = 'not-json' | 'not-an-object'

/** A JSON object, with the names that it has more than once. */
export interface JsonObject {
  readonly fields: ReadonlyMap<string, unknown>
  readonly duplicates: ReadonlySet<string>
}

/** Reads a JSON object strictly (RFC 8259): UTF-8, no byte order mark. It reports duplicate names and does not merge them. */
export function parseJsonObject(body: Buffer): Result<JsonObject, JsonRefusal> {
  const parsed = parse(body)
  if (!parsed) return refused('not-json')
  const { value, text } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('not-an-object')
  const names = topLevelNames(text)
  const duplicates = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return accepted({ fields: new Map(Object.entries(value)), duplicates })
}

function parse(body: Buffer): { value: unknown; text: string } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    return { value: JSON.parse(text), text }
  } catch {
    return undefined
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** The names of the outermost object, in order. The caller knows that the text is valid JSON. */
function topLevelNames(text: string): string[] {
  const names: string[] = []
  let depth = 0
  let lastString = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token !== ':') lastString = token
    else if (depth === 1) names.push(String(JSON.parse(lastString)))
  }
  return names
}
