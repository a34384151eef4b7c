import type { Language } from '../platform/languages.ts'

/** One text for every reader, or one for each language that the deployment has. */
export type BrandText = string | Readonly<Partial<Record<Language, string>>>

/** The text in a language: where there is none, the English one, otherwise the first. */
export function brandTextIn(text: BrandText, language: string): string
export function brandTextIn(text: BrandText | undefined, language: string): string | undefined
export function brandTextIn(text: BrandText | undefined, language: string): string | undefined {
  if (text === undefined || typeof text === 'string') return text
  const texts = new Map(Object.entries(text))
  return texts.get(language) ?? text.en ?? [...texts.values()][0]
}
