/**
 * The languages of pages and letters, by their tags (RFC 5646), in the order of the choice. With another one, nothing compiles until each room
 * has its words.
 */
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'ar', 'zh-Hans'] as const

/** One of these languages. */
export type Language = (typeof LANGUAGES)[number]

/** The same words in each language. */
export type Translations<Words> = Readonly<Record<Language, Words>>

/** The language with this tag, if it is one of these. */
export function languageWith(tag: string): Language | undefined {
  return LANGUAGES.find((language) => language === tag)
}

/** The words of a language; English where we do not have it. */
export function inLanguage<Words>(translations: Translations<Words>, tag: string): Words {
  return translations[languageWith(tag) ?? 'en']
}

/** One text for every reader, or one for each language that there is. */
export type LocalText = string | Readonly<Partial<Record<Language, string>>>

/** The text in a language: where there is none, the English one, otherwise the first. */
export function textIn(text: LocalText, tag: string): string
export function textIn(text: LocalText | undefined, tag: string): string | undefined
export function textIn(text: LocalText | undefined, tag: string): string | undefined {
  if (text === undefined || typeof text === 'string') return text
  const texts = new Map(Object.entries(text))
  return texts.get(tag) ?? text.en ?? [...texts.values()][0]
}

/** One part of the words, in each language. */
export function partOf<Words, Part>(
  translations: Translations<Words>,
  part: (words: Words) => Part,
): Translations<Part> {
  return {
    en: part(translations.en),
    es: part(translations.es),
    fr: part(translations.fr),
    de: part(translations.de),
    ar: part(translations.ar),
    'zh-Hans': part(translations['zh-Hans']),
  }
}
