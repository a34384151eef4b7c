/**
 * A hundred thousand words with a number each, in two megabytes that threads can transfer. A word is stored as 53 bits
 * of its hash. A text is mistaken for another word once in ten thousand million times.
 */
export interface WordTable {
  readonly hashes: Float64Array<ArrayBuffer>
  readonly numbers: Uint8Array<ArrayBuffer>
}

const EMPTY = 0

/** Makes an empty table with this many places, for at most half as many words. */
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

/** The number of a word. Nothing for a word that is not in the table. */
export function numberOf(table: WordTable, word: string): number | undefined {
  const place = placeOf(table, hashOf(word))
  return table.hashes[place] === EMPTY ? undefined : table.numbers[place]
}

/** The place of the hash, or where it would be stored. */
function placeOf({ hashes }: WordTable, hash: number): number {
  let place = hash % hashes.length
  while (hashes[place] !== EMPTY && hashes[place] !== hash) place = (place + 1) % hashes.length
  return place
}

const [FIRST_SEED, SECOND_SEED] = [0x9e3779b1, 0x85ebca6b]
const HIGH_UNIT = 2 ** 32
const HIGH_BITS = 0x1f_ffff

/** Two mixed hashes of 32 bits as one number of 53 bits. It protects no secret. */
function hashOf(word: string): number {
  let [first, second] = [word.length, word.length ^ FIRST_SEED]
  for (let place = 0; place < word.length; place += 1) {
    const unit = word.charCodeAt(place)
    first = Math.imul(first ^ unit, FIRST_SEED)
    first ^= first >>> 15
    second = Math.imul(second ^ unit, SECOND_SEED)
    second ^= second >>> 13
  }
  return (first & HIGH_BITS) * HIGH_UNIT + (second >>> 0) || 1
}
