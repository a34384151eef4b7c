import { de } from './de.ts'
import { en, type Words } from './en.ts'

const LANGUAGES: ReadonlyMap<string, Words> = new Map([
  ['en', en],
  ['de', de],
])

/** Longer headers are cut. No browser sends them, and reading must stay cheap. */
const READ_CHARACTERS = 256

/** The languages of the pages, by their two-letter codes. */
export const languages: readonly string[] = [...LANGUAGES.keys()]

/** A language of the pages, with its words. */
export interface Spoken {
  readonly language: string
  readonly words: Words
}

/** The weight of a language range; zero where it is refused or malformed (RFC 9110 section 12.4.2). */
function weightOf(parameter: string | undefined): number {
  if (parameter === undefined) return 1
  const weight = /^\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i.exec(parameter)?.[1]
  return weight === undefined ? 0 : Number(weight)
}

function readRange(range: string): { language: string; weight: number } {
  const [tag = '', parameter] = range.split(';')
  const [language = ''] = tag.trim().toLowerCase().split('-')
  return { language, weight: weightOf(parameter) }
}

/** The words for an `Accept-Language` header (RFC 9110 section 12.5.4); English where none fits. */
export function wordsFor(acceptLanguage: string | undefined): Spoken {
  const wanted = (acceptLanguage ?? '')
    .slice(0, READ_CHARACTERS)
    .split(',')
    .map(readRange)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { language } of wanted) {
    if (language === '*') break
    const words = LANGUAGES.get(language)
    if (words) return { language, words }
  }
  return { language: 'en', words: en }
}
