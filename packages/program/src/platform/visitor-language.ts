/** The language of a page that visitors see. `zh` is written in simplified characters. */
export type VisitorLanguage = 'en' | 'de' | 'fr' | 'es' | 'ar' | 'zh'

const VISITOR_LANGUAGES: readonly VisitorLanguage[] = ['en', 'de', 'fr', 'es', 'ar', 'zh']

/** Longer headers come from no browser. */
const READ_CHARACTERS = 500

/** The language for an `Accept-Language` header (RFC 9110 section 12.5.4). English where none fits. */
export function visitorLanguage(acceptLanguage: string | null | undefined): VisitorLanguage {
  const wanted = (acceptLanguage ?? '')
    .slice(0, READ_CHARACTERS)
    .split(',')
    .map(readRange)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { primary } of wanted) {
    const known = VISITOR_LANGUAGES.find((language) => language === primary)
    if (known) return known
  }
  return 'en'
}

function readRange(range: string): { readonly primary: string; readonly weight: number } {
  const [tag = '', parameter = ''] = range.split(';')
  const [primary = ''] = tag.trim().toLowerCase().split('-')
  const [, weight = '1'] = /^\s*q=(\d(?:\.\d{0,3})?)\s*$/.exec(parameter) ?? []
  return { primary, weight: Number(weight) }
}

/** The beginning of a page in this language: its tag, and where its lines begin. */
export function htmlTag(language: VisitorLanguage): string {
  const tag = language === 'zh' ? 'zh-Hans' : language
  return `<html lang="${tag}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`
}
