import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { LetterOf, LetterText, LetterWords } from './wording.ts'
import { zh } from './zh.ts'

const LANGUAGES: ReadonlyMap<string, LetterWords> = new Map([
  ['en', en],
  ['es', es],
  ['fr', fr],
  ['de', de],
  ['ar', ar],
  ['zh-Hans', zh],
])

/** The languages that the letters speak, by their tags. */
export const letterLanguages: readonly string[] = [...LANGUAGES.keys()]

/** The words of a language, or English where we do not have it. */
export function letterWords(language: string): LetterWords {
  return LANGUAGES.get(language) ?? en
}

/** The text of a letter of this kind. */
export function letterText<Kind extends keyof LetterOf>(
  words: LetterWords,
  kind: Kind,
  letter: LetterOf[Kind],
  serviceName: string,
): LetterText {
  return words.letters[kind](letter, serviceName)
}
