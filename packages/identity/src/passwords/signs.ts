/**
 * A password sign by sign, as somebody who guesses looks at it. There is one sign for each character, so that a place is
 * the same in all three lists and the work never grows with the way in which a character is spelled.
 */
export interface Signs {
  /** Small letters without accents, full-width forms as the usual ones. */
  readonly plain: readonly string[]
  /** The same, with each digit and symbol as the letter that it is written for (`@` as `a`), one unit for each sign. */
  readonly alike: string
  readonly capital: readonly boolean[]
}

/** Signs that are written for one another; the first of each row stands for all. */
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

/** Stands for every character of two units: no word that is looked for has one. */
const OTHER_SIGN = '\uFFFD'

const PRINTABLE_ASCII = /^[ -~]*$/

/** Reads a text as signs. */
export function signsOf(text: string): Signs {
  const characters = [...text.normalize('NFC')]
  const plain = characters.map(plainOf)
  const capital = characters.map((character) => character !== character.toLowerCase())
  return { plain, alike: plain.map(alikeOf).join(''), capital }
}

/** The key by which a word is found, however it is decorated. */
export function alikeKey(text: string): string {
  return PRINTABLE_ASCII.test(text) ? asciiKey(text.toLowerCase()) : signsOf(text).alike
}

/** The same without lists, because the keys of a hundred thousand words are made when the first password is chosen. */
function asciiKey(text: string): string {
  let key = ''
  for (let place = 0; place < text.length; place += 1) key += alikeOf(text.charAt(place))
  return key
}

/** From the last sign to the first. */
export function backwards({ plain, alike, capital }: Signs): Signs {
  return {
    plain: plain.toReversed(),
    alike: alike.split('').reverse().join(''),
    capital: capital.toReversed(),
  }
}

/** Leaves out the signs at the places for which `leavesOut` says so. */
export function without({ plain, alike, capital }: Signs, leavesOut: (place: number) => boolean): Signs {
  const stays = (_: unknown, place: number): boolean => !leavesOut(place)
  return {
    plain: plain.filter(stays),
    alike: alike.split('').filter(stays).join(''),
    capital: capital.filter(stays),
  }
}

/** Only the first character of what it is made of counts: some single characters are made of eighteen (U+FDFA). */
function plainOf(character: string): string {
  const [base = character] = character.normalize('NFKD')
  const [small = base] = base.toLowerCase()
  return small
}

function alikeOf(sign: string): string {
  return sign.length === 1 ? (ALIKE.get(sign) ?? sign) : OTHER_SIGN
}
