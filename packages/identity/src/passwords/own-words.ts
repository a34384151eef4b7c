import { fewWords, type Vocabulary } from './vocabulary.ts'

/** The names that an attacker tries first. */
export interface OwnNames {
  readonly email: string
  readonly fullName: string
  /** `''` for none. */
  readonly phoneNumber: string
  /** The names of the service and of the programs that citizens enter with it. */
  readonly namesHere: readonly string[]
}

/** Shorter parts of a name are in many words by chance. */
const LEAST_NAME_CHARACTERS = 3

/** Program names consist of everyday words. Their short ones do not count. */
const LEAST_WORD_HERE_CHARACTERS = 4

/** Phone numbers are also used without the country and area codes. */
const LEAST_PHONE_CHARACTERS = 6

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

/** The words that an attacker tries for this citizen: name, address and phone number, and the names of service and programs. */
export function ownWords({ email, fullName, phoneNumber, namesHere }: OwnNames): readonly Vocabulary[] {
  const digits = phoneNumber.replaceAll(/\D/gu, '')
  const phones = Array.from(digits, (_, at) => digits.slice(at)).filter(
    (end) => end.length >= LEAST_PHONE_CHARACTERS,
  )
  const [localPart = '', domain = ''] = [email.slice(0, email.lastIndexOf('@')), email.split('@').at(-1)]
  const labels = domain.split('.').slice(0, -1)
  const personal = [email, domain, ...labels, ...wordsOf(localPart), ...wordsOf(fullName), ...phones]
  return [fewWords('personal', personal, LEAST_NAME_CHARACTERS), wordsHere(namesHere)]
}

const lastHere = { names: '', words: fewWords('service', [], LEAST_WORD_HERE_CHARACTERS) }

/** The words of the names here. They are kept until the names change, because there may be hundreds of programs. */
function wordsHere(namesHere: readonly string[]): Vocabulary {
  const names = namesHere.join('\n')
  if (names !== lastHere.names) {
    lastHere.words = fewWords('service', namesHere.flatMap(wordsOf), LEAST_WORD_HERE_CHARACTERS)
    lastHere.names = names
  }
  return lastHere.words
}

/** A name as it is, as one word, and word by word. Letters and digits are separate words. */
function wordsOf(name: string): readonly string[] {
  const words = name.split(BETWEEN_WORDS)
  const runs = words.flatMap((word) => word.match(/\p{N}+|[^\p{N}]+/gu) ?? [])
  return [name, words.join(''), ...words, ...runs]
}
