/**
 * A hundred thousand words with a number each, in two megabytes that threads can transfer. A word is stored as 53 bits
 * of its hash. A text is mistaken for another word once in ten thousand million times.
 */
export interface WordTable {
  readonly hashes: Float64Array<ArrayBuffer>
  readonly numbers: Uint8Array<ArrayBuffer>
}

const EMPTY = 0

/** Makes an empty table with this many places, a power of two, for at most half as many words. */
export function emptyTable(places: number): WordTable {
  return { hashes: new Float64Array(places), numbers: new Uint8Array(places) }
}

/** Stores a word. Of two numbers for one word, the lower one stays. */
export function addWord(table: WordTable, word: string, number: number): void {
  const { hashes, numbers } = table
  const hash = hashOf(word)
  const place = placeOf(table, hash)
  numbers[place] = hashes[place] === EMPTY ? number : Math.min(number, numbers[place] ?? number)
  hashes[place] = hash
}

/** The number of the word with this hash. Nothing for a word that is not in the table. */
export function numberOf(table: WordTable, hash: number): number | undefined {
  const place = placeOf(table, hash)
  return table.hashes[place] === EMPTY ? undefined : table.numbers[place]
}

/** The place of the hash, or where it would be stored. */
function placeOf({ hashes }: WordTable, hash: number): number {
  const last = hashes.length - 1
  let place = hash & last
  while (hashes[place] !== EMPTY && hashes[place] !== hash) place = (place + 1) & last
  return place
}

/** The hashes of all parts of a text, each in a fixed number of steps. */
export interface PartHashes {
  /** The hash of the part from a place to before another. */
  forwards(from: number, until: number): number
  /** The hash of the same part, read from its end. */
  backwards(from: number, until: number): number
}

/** The hash of a word. It protects no secret. */
export function hashOf(word: string): number {
  let [first, second] = [0, 0]
  for (let place = 0; place < word.length; place += 1) {
    first = append(first, word.charCodeAt(place), FIRST_BASE)
    second = append(second, word.charCodeAt(place), SECOND_BASE)
  }
  return together(first, second)
}

/** Makes the hashes of all parts of a text, by the same rule as `hashOf`. */
export function partHashesOf(text: string): PartHashes {
  const [first, second] = [sumsOf(text, FIRST_BASE), sumsOf(text, SECOND_BASE)]
  return {
    forwards: (from, until) => together(forwardsIn(first, from, until), forwardsIn(second, from, until)),
    backwards: (from, until) => together(backwardsIn(first, from, until), backwardsIn(second, from, until)),
  }
}

/** Odd, and five more than a multiple of eight, so that their powers return to one as late as they can. */
const [FIRST_BASE, SECOND_BASE] = [0x9e3779b5, 0x85ebca6d]

/** One step of a hash: a number of 32 bits in this base, of which the overflow is dropped. */
const append = (hash: number, unit: number, base: number): number => (Math.imul(hash, base) + unit) | 0

/** The hashes of all beginnings of a text, of the beginnings read from their ends, and the powers of the base. */
interface Sums {
  readonly forwards: Int32Array
  readonly backwards: Int32Array
  readonly powers: Int32Array
}

function sumsOf(text: string, base: number): Sums {
  const [forwards, backwards, powers] = [newList(text), newList(text), newList(text)]
  powers[0] = 1
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place)
    const power = powers[place] ?? 0
    forwards[place + 1] = append(forwards[place] ?? 0, unit, base)
    powers[place + 1] = Math.imul(power, base)
  }
  for (let place = text.length - 1; place >= 0; place -= 1)
    backwards[place] = append(backwards[place + 1] ?? 0, text.charCodeAt(place), base)
  return { forwards, backwards, powers }
}

const newList = ({ length }: string): Int32Array => new Int32Array(length + 1)

function forwardsIn({ forwards, powers }: Sums, from: number, until: number): number {
  return ((forwards[until] ?? 0) - Math.imul(forwards[from] ?? 0, powers[until - from] ?? 0)) | 0
}

function backwardsIn({ backwards, powers }: Sums, from: number, until: number): number {
  return ((backwards[from] ?? 0) - Math.imul(backwards[until] ?? 0, powers[until - from] ?? 0)) | 0
}

const HIGH_UNIT = 2 ** 32
const WEAK_BITS = 11
const HALF_BITS = 16

/** Two hashes of 32 bits as one number of 53. The low bits of each depend on little, so they are mixed or left out. */
function together(first: number, second: number): number {
  const mixed = Math.imul(second ^ (second >>> HALF_BITS), FIRST_BASE)
  return (first >>> WEAK_BITS) * HIGH_UNIT + ((mixed ^ (mixed >>> HALF_BITS)) >>> 0) || 1
}
