import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { zh } from './zh.ts'

/** The words of every language, by its tag (RFC 5646). */
export const LANGUAGES = { en, es, fr, de, ar, 'zh-Hans': zh } satisfies Record<string, Words>

/** A language of this program. */
export type Language = keyof typeof LANGUAGES

/** Whether this program speaks the language with this tag. */
export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag)

/** All languages, in the order of the choice. */
export const ALL_LANGUAGES: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage)

/** Longer headers are cut. No browser sends them. */
const READ_CHARACTERS = 256

/** The language for an `Accept-Language` header (RFC 9110 section 12.5.4). English if it names none of ours. */
export function languageFor(acceptLanguage = ''): Language {
  const wanted = acceptLanguage
    .slice(0, READ_CHARACTERS)
    .split(',')
    .map(readRange)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { primary } of wanted) {
    const found = ALL_LANGUAGES.find((language) => primaryOf(language) === primary)
    if (found) return found
  }
  return 'en'
}

/** `de-AT` asks for German, whatever the region or the script. */
const primaryOf = (tag: string): string => tag.split('-')[0] ?? ''

function readRange(range: string): { readonly primary: string; readonly weight: number } {
  const [tag = '', weight = 'q=1'] = range
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/)
  return { primary: primaryOf(tag), weight: Number(weight.replace('q=', '')) || 0 }
}
