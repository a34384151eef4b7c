import { LANGUAGES, type Language, languageWith, type Translations } from '../../platform/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** The words of all pages, in each language. */
export const WORDS: Translations<Words> = { en, es, fr, de, ar, 'zh-Hans': zh }

/** Longer headers are cut. No browser sends them, and reading must stay cheap. */
const READ_CHARACTERS = 256

/** The regions that write Chinese in the traditional script where a tag names no script. */
const TRADITIONAL_REGIONS: ReadonlySet<string> = new Set(['tw', 'hk', 'mo'])

/** The languages with their own names, in the order of the choice. */
export const languageNames: readonly (readonly [tag: string, name: string])[] = LANGUAGES.map((language) => [
  language,
  WORDS[language].ownName,
])

/** A language of the pages, with its words. */
export interface Spoken {
  readonly language: Language
  readonly words: Words
}

/** The weight of a language range; zero where it is refused or malformed (RFC 9110 section 12.4.2). */
function weightOf(parameter: string | undefined): number {
  if (parameter === undefined) return 1
  const weight = /^\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i.exec(parameter)?.[1]
  return weight === undefined ? 0 : Number(weight)
}

function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', parameter] = range.split(';')
  return { tag: tag.trim().toLowerCase(), weight: weightOf(parameter) }
}

/** Our language for a tag: regions and scripts are cut (RFC 4647 section 3.4), but Traditional Chinese is another script. */
function languageOf(tag: string): string {
  const [primary = '', ...others] = tag.split('-')
  if (primary !== 'zh') return primary
  const isTraditional =
    others.includes('hant') ||
    (!others.includes('hans') && others.some((other) => TRADITIONAL_REGIONS.has(other)))
  return isTraditional ? 'zh-Hant' : 'zh-Hans'
}

/**
 * The words for an `Accept-Language` header (RFC 9110 section 12.5.4); English where none fits. Somebody who wants only
 * Traditional Chinese can read Simplified Chinese better than English.
 */
export function wordsFor(acceptLanguage: string | undefined): Spoken {
  const wanted = (acceptLanguage ?? '')
    .slice(0, READ_CHARACTERS)
    .split(',')
    .map(readRange)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => languageOf(tag))
  const known = wanted.find((tag) => tag === '*' || languageWith(tag) !== undefined)
  const language = languageWith(known ?? (wanted.includes('zh-Hant') ? 'zh-Hans' : 'en')) ?? 'en'
  return { language, words: WORDS[language] }
}
