import { momentWords, type TimeZone } from '../../platform/date-words.ts'
import { inLanguage, partOf, type Translations } from '../../platform/languages.ts'
import type { LetterText } from '../letter.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { LetterOf, LetterWords } from './wording.ts'
import { zh } from './zh.ts'

const WORDS: Translations<LetterWords> = { en, es, fr, de, ar, 'zh-Hans': zh }

/** What a supporter is told about letters, in each language. */
export const FINDING_WORDS = partOf(WORDS, ({ findings }) => findings)

/** The words of a language, or English where we do not have it. */
export function letterWords(language: string): LetterWords {
  return inLanguage(WORDS, language)
}

/** The text of a letter of this kind. */
export function letterText<Kind extends keyof LetterOf>(
  words: LetterWords,
  kind: Kind,
  letter: LetterOf[Kind],
  sender: { readonly serviceName: string; readonly timeZone: TimeZone },
): LetterText {
  const { serviceName, timeZone } = sender
  return words.letters[kind](letter, serviceName, momentWords({ language: words.language, timeZone }))
}
