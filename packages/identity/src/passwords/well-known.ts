import { alikeKey, type Signs, signsOf, without } from './signs.ts'
import { addWord, emptyTable, numberOf, partHashesOf } from './word-table.ts'

/**
 * What every attacker tries: passages that everybody knows as a password or by heart, and the word "password" in the six languages
 * of the pages. A password that consists of these and of `AROUND` is refused, however it is decorated.
 */
const KNOWN = [
  ...'password passphrase passcode passwd kennwort passwort contraseña clave motdepasse passe السر المرور السرية 密码 口令'.split(
    ' ',
  ),
  ...'correcthorsebatterystaple thequickbrownfox jumpsoverthelazydog tobeornottobe thatisthequestion'.split(
    ' ',
  ),
  ...'maytheforcebewithyou loremipsum dolorsitamet consecteturadipiscingelit allyourbasearebelongtous'.split(
    ' ',
  ),
  ...'supercalifragilisticexpialidocious onceuponatime winteriscoming tobecontinued opensesame'.split(' '),
  ...'enunlugardelamancha libertéégalitéfraternité anticonstitutionnellement seinodernichtsein'.split(' '),
  ...'donaudampfschifffahrtsgesellschaft franzjagtimkomplettverwahrlostentaxiquerdurchbayern'.split(' '),
  ...'بسماللهالرحمنالرحيم الحمدللهربالعالمين 床前明月光 疑是地上霜'.split(' '),
]

/** Words that people write around the word "password". By themselves they refuse nothing. */
const AROUND = [
  ...'a an the this that it is was not be my our your me mine i am im for of to in on and or with you here now please'.split(
    ' ',
  ),
  ...'new old own first last best good great strong secure safe secret super long longer very really simple easy default'.split(
    ' ',
  ),
  ...'temporary temp test admin root user login account access portal web site online home work office computer word'.split(
    ' ',
  ),
  ...'let enter type use remember forget forgot never change guess know best only one two'.split(' '),
  ...'das dies ist war mein meine dein unser ein eine der die und für neues neue altes altes sicheres geheimes geheim gutes'.split(
    ' ',
  ),
  ...'starkes langes sehr zugang anmeldung konto bitte'.split(' '),
  ...'esta este esto es la el mi tu nuestra una un y de para nueva vieja segura secreta buena fuerte larga muy acceso cuenta'.split(
    ' ',
  ),
  ...'ceci voici cest est le ma mon ton notre mot du et pour nouveau ancien sûr secret bon fort très accès compte'.split(
    ' ',
  ),
  ...'هذه هذا هي هو كلمة كلمتي الخاصة الخاص بي لي انا جديدة الجديدة قديمة قوية آمنة سر حسابي'.split(' '),
  ...'这 这是 是 我 我的 我们 的 你的 一个 新 新的 旧 老 安全 秘密 登录 账号 账户 很 强 长'.split(' '),
]

const [IS_KNOWN, IS_AROUND] = [0, 1]
const words = emptyTable(2 ** 10)
for (const word of KNOWN) addWord(words, alikeKey(word), IS_KNOWN)
for (const word of AROUND) addWord(words, alikeKey(word), IS_AROUND)
const LENGTHS = [...new Set([...KNOWN, ...AROUND].map((word) => alikeKey(word).length))]

/** How many digits and symbols may be added, equal ones after each other as one. With more of them, they are what has to be guessed. */
const MOST_ADDED = 8

const LETTER = /^\p{L}/u
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u

/** Whether a password consists of what everybody knows and of the words around it, in any spelling and with little added. */
export function isWellKnown(password: string): boolean {
  const signs = signsOf(password)
  const isSymbol = (place: number): boolean => !LETTER_OR_DIGIT.test(signAt(signs, place))
  return isChain(signs) || isChain(without(signs, isSymbol))
}

const signAt = ({ plain }: Signs, place: number): string => String.fromCodePoint(plain[place] ?? 0)

/** The fewest added signs before each place: where something known is before it, and where not. */
interface Added {
  readonly known: Uint16Array
  readonly around: Uint16Array
}

/** Whether words follow each other from the beginning to the end, one of them known, with few signs between and around them. */
function isChain(signs: Signs): boolean {
  const characters = signs.plain.length
  const added: Added = { known: newList(characters), around: newList(characters) }
  const wordIn = wordsIn(signs)
  let last = 0
  added.around[0] = 0
  for (const [from, sign] of signs.plain.entries()) {
    if (!LETTER.test(signAt(signs, from))) {
      addSign(added, from, sign === last ? 0 : 1)
      last = sign
    }
    if (Math.min(at(added.known, from), at(added.around, from)) > MOST_ADDED) continue
    for (const length of LENGTHS) addWordTo(added, from, from + length, wordIn(from, from + length))
  }
  return at(added.known, characters) <= MOST_ADDED
}

/** The words of a text. A row of digits is no word, although each of them stands for a letter. */
function wordsIn(signs: Signs): (from: number, until: number) => number | undefined {
  const hashes = partHashesOf(signs.alike)
  const isLetter = Array.from(signs.plain, (_, place) => LETTER.test(signAt(signs, place)))
  return (from, until) =>
    until <= isLetter.length && (isLetter[from] || isLetter[until - 1])
      ? numberOf(words, hashes.forwards(from, until))
      : undefined
}

function addSign({ known, around }: Added, from: number, more: number): void {
  offer(known, from + 1, at(known, from) + more)
  offer(around, from + 1, at(around, from) + more)
}

function addWordTo({ known, around }: Added, from: number, until: number, word: number | undefined): void {
  if (word === undefined) return
  offer(known, until, at(known, from))
  offer(word === IS_KNOWN ? known : around, until, at(around, from))
}

/** More than any text has. */
const NEVER = 2 ** 15

const newList = (characters: number): Uint16Array => new Uint16Array(characters + 1).fill(NEVER)
const at = (list: Uint16Array, place: number): number => list[place] ?? NEVER
const offer = (list: Uint16Array, place: number, count: number): void => {
  if (count < at(list, place)) list[place] = count
}
