import { accepted, type Result, refused } from '../result.ts'

const MOST_PARAMETERS = 64

/** UTF-8 allows two spellings: the character itself, and percent-encoded. */
const NUL = /\0|%00/

/** The parameters of a query or a form, decoded strictly. */
export class Parameters {
  /** Names that came more than once. */
  readonly repeated: ReadonlySet<string>
  /** The text before decoding. */
  readonly encoded: string
  /** Most requests have one to five pairs, so a search through all of them is cheap. */
  readonly #pairs: readonly Pair[]

  constructor(pairs: readonly Pair[], encoded: string) {
    this.repeated = repeatedNames(pairs)
    this.encoded = encoded
    this.#pairs = pairs
  }
  /** Whether one of these names came more than once, which OAuth forbids. A name that nobody knows is ignored (RFC 6749 sections 3.1 and 3.2). */
  repeats(names: readonly string[]): boolean {
    return this.repeated.size > 0 && names.some((name) => this.repeated.has(name))
  }
  /** The value, or nothing. A parameter without a value counts as omitted (RFC 6749 section 3.1). */
  get(name: string): string | undefined {
    return this.#find(name)?.[1] || undefined
  }
  /** The value, `''` included: a person may leave a field blank. */
  text(name: string): string {
    return this.#find(name)?.[1] ?? ''
  }
  /** Whether the name is there, with or without a value. */
  has(name: string): boolean {
    return this.#find(name) !== undefined
  }
  /** The last pair of this name. */
  #find(name: string): Pair | undefined {
    for (let index = this.#pairs.length - 1; index >= 0; index -= 1) {
      const pair = this.#pairs[index]
      if (pair?.[0] === name) return pair
    }
    return undefined
  }
}

type Pair = readonly [string, string]

const NONE: ReadonlySet<string> = new Set()

function repeatedNames(pairs: readonly Pair[]): ReadonlySet<string> {
  if (pairs.length < 2) return NONE
  const names = new Set<string>()
  const repeated = pairs.filter(([name]) => names.size === names.add(name).size)
  return repeated.length === 0 ? NONE : new Set(repeated.map(([name]) => name))
}

/**
 * Decodes `application/x-www-form-urlencoded` strictly. It refuses broken percent-encoding, text that is not UTF-8,
 * NUL, and more than 64 parameters.
 */
export function parseParameters(encoded: string): Result<Parameters, 'malformed'> {
  if (encoded === '') return accepted(new Parameters([], ''))
  const parts = encoded.split('&')
  if (parts.length > MOST_PARAMETERS || NUL.test(encoded)) return refused('malformed')
  try {
    const pairs = parts.filter((part) => part !== '').map(decodePair)
    return accepted(new Parameters(pairs, encoded))
  } catch {
    return refused('malformed')
  }
}

function decodePair(part: string): Pair {
  const at = part.indexOf('=')
  if (at < 0) return [decodeComponent(part), '']
  return [decodeComponent(part.slice(0, at)), decodeComponent(part.slice(at + 1))]
}

/** Decodes one form-urlencoded component. Throws a URIError where it is malformed. */
export function decodeComponent(encoded: string): string {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
}
