/**
 * A password as a list of signs, one for each character. So a place is the same in all three lists, and the work does
 * not depend on how a character is encoded.
 */
export interface Signs {
  /** Lower case without accents; full-width forms as the usual ones. */
  readonly plain: readonly string[]
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

const ALIKE: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.flatMap((row) => [...row].map((sign) => [sign, row.charAt(0)] as const)),
)

/** Replaces every character of two UTF-16 units. No listed word has one. */
const OTHER_SIGN = '\uFFFD'

const PRINTABLE_ASCII = /^[ -~]*$/

/** Makes the signs of a text. */
export function signsOf(text: string): Signs {
  const characters = [...text.normalize('NFC')]
  const plain = characters.map(plainOf)
  const capital = characters.map((character) => character !== character.toLowerCase())
  return { plain, alike: plain.map(alikeOf).join(''), capital }
}

/** The key of a word: equal for all its spellings with capitals and look-alike signs. */
export function alikeKey(text: string): string {
  return PRINTABLE_ASCII.test(text) ? asciiKey(text.toLowerCase()) : signsOf(text).alike
}

/** The same without lists of signs, because setting the first password makes the keys of a hundred thousand words. */
function asciiKey(text: string): string {
  let key = ''
  for (let place = 0; place < text.length; place += 1) key += alikeOf(text.charAt(place))
  return key
}

/** The signs in reverse order. */
export function backwards({ plain, alike, capital }: Signs): Signs {
  return {
    plain: plain.toReversed(),
    alike: alike.split('').reverse().join(''),
    capital: capital.toReversed(),
  }
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
function plainOf(character: string): string {
  const [base = character] = character.normalize('NFKD')
  const [small = base] = base.toLowerCase()
  return small
}

function alikeOf(sign: string): string {
  return sign.length === 1 ? (ALIKE.get(sign) ?? sign) : OTHER_SIGN
}
