import { accepted, type Result, refused } from '../result.ts'

const MOST_PARAMETERS = 64

/** What a query or a form said, after strict decoding. */
export class Parameters {
  /** Names that came more than once, which OAuth never allows (RFC 6749 sections 3.1 and 3.2). */
  readonly repeated: ReadonlySet<string>
  /** The text that was read, to be read again later. */
  readonly encoded: string
  /** Few enough to be looked through; most requests have one or five. */
  readonly #pairs: readonly Pair[]

  constructor(pairs: readonly Pair[], encoded: string) {
    this.repeated = repeatedNames(pairs)
    this.encoded = encoded
    this.#pairs = pairs
  }
  /** The value, or nothing: a parameter without a value counts as left out (RFC 6749 section 3.1). */
  get(name: string): string | undefined {
    return this.#find(name)?.[1] || undefined
  }
  /** The value as it came, where an empty one is an answer too (a field that a person left blank). */
  text(name: string): string {
    return this.#find(name)?.[1] ?? ''
  }
  /** Whether the name came at all, with a value or without. */
  has(name: string): boolean {
    return this.#find(name) !== undefined
  }
  /** The last one of the name. */
  #find(name: string): Pair | undefined {
    return this.#pairs.findLast(([of]) => of === name)
  }
}

/** A name and its value. */
type Pair = readonly [string, string]

const NONE: ReadonlySet<string> = new Set()

function repeatedNames(pairs: readonly Pair[]): ReadonlySet<string> {
  if (pairs.length < 2) return NONE
  const names = new Set<string>()
  const repeated = pairs.filter(([name]) => names.size === names.add(name).size)
  return repeated.length === 0 ? NONE : new Set(repeated.map(([name]) => name))
}

/**
 * Decodes `application/x-www-form-urlencoded` strictly: broken percent-encoding, text that is not UTF-8, NUL and
 * more than 64 parameters are refused, never guessed at.
 */
export function parseParameters(encoded: string): Result<Parameters, 'malformed'> {
  if (encoded === '') return accepted(new Parameters([], ''))
  const parts = encoded.split('&')
  if (parts.length > MOST_PARAMETERS) return refused('malformed')
  const pairs: Pair[] = []
  for (const part of parts) {
    if (part === '') continue
    const pair = decodePair(part)
    if (pair === undefined) return refused('malformed')
    pairs.push(pair)
  }
  return accepted(new Parameters(pairs, encoded))
}

/** Nothing where it is malformed. */
function decodePair(part: string): Pair | undefined {
  const at = part.indexOf('=')
  const name = decodeWord(at < 0 ? part : part.slice(0, at))
  const value = at < 0 ? '' : decodeWord(part.slice(at + 1))
  return name === undefined || value === undefined ? undefined : [name, value]
}

function decodeWord(encoded: string): string | undefined {
  try {
    const word = decodeComponent(encoded)
    return word.includes('\0') ? undefined : word
  } catch {
    return undefined
  }
}

/** Decodes one form-urlencoded word; throws a URIError where it is malformed. */
export function decodeComponent(encoded: string): string {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
}
