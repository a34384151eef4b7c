/**
 * A password as a list of signs, one for each character. So a place is the same in all three lists, and the work does
 * not depend on how a character is encoded.
 */
export interface Signs {
  /** Code points: lower case without accents; full-width forms as the usual ones. */
  readonly plain: readonly number[]
  /** The same, with each digit and symbol replaced by the letter that it stands for (`@` by `a`), one unit for each sign. */
  readonly alike: string
  readonly capital: readonly boolean[]
}

/** Signs that stand for each other. The first of each row represents all. */
const LOOK_ALIKES = [
  'a4@',
  'b8',
  'c(<[{',
  'e3€',
  'g69q',
  'h#',
  'il1!|£',
  'o0',
  's5$ß',
  't7+',
  'x%',
  'y¥',
  'z2',
]

const ALIKE: ReadonlyMap<number, string> = new Map(
  LOOK_ALIKES.flatMap((row) => [...row].map((sign) => [sign.charCodeAt(0), row.charAt(0)] as const)),
)

/** Replaces every character of two UTF-16 units. No listed word has one. */
const OTHER_SIGN = '\uFFFD'

const PRINTABLE_ASCII = /^[ -~]*$/
const ASCII_CHARACTERS = 128
const ONE_UNIT = 0xffff

/** Makes the signs of a text. */
export function signsOf(text: string): Signs {
  const characters = [...text.normalize('NFC')]
  const plain = characters.map(plainOf)
  const capital = characters.map((character) => character !== character.toLowerCase())
  return { plain, alike: plain.map(alikeOf).join(''), capital }
}

/** The key of a word: equal for all its spellings with capitals and look-alike signs. */
export function alikeKey(text: string): string {
  return PRINTABLE_ASCII.test(text) ? asciiKey(text) : signsOf(text).alike
}

/** The same without lists of signs, because setting the first password makes the keys of a hundred thousand words. */
function asciiKey(text: string): string {
  let key = ''
  for (let place = 0; place < text.length; place += 1) key += ASCII_ALIKE[text.charCodeAt(place)]
  return key
}

/** The signs without the places where `leavesOut` is true. */
export function without({ plain, alike, capital }: Signs, leavesOut: (place: number) => boolean): Signs {
  const stays = (_: unknown, place: number): boolean => !leavesOut(place)
  return {
    plain: plain.filter(stays),
    alike: alike.split('').filter(stays).join(''),
    capital: capital.filter(stays),
  }
}

/** Only the first character of the decomposition counts: single characters decompose into up to eighteen (U+FDFA). */
function plainOf(character: string): number {
  const [base = character] = character.normalize('NFKD')
  return base.toLowerCase().codePointAt(0) ?? 0
}

function alikeOf(plain: number): string {
  return plain > ONE_UNIT ? OTHER_SIGN : (ALIKE.get(plain) ?? String.fromCharCode(plain))
}

const ASCII_ALIKE = Array.from({ length: ASCII_CHARACTERS }, (_, point) =>
  alikeOf(plainOf(String.fromCharCode(point))),
)
