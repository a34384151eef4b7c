import { ALL_LANGUAGES, LANGUAGES, type Language } from '../../words/languages.ts'

/** Fills in the texts of the page for one language. The words that its script says go with it, as JSON. */
export function pageInLanguage(
  template: string,
  language: Language,
  { returnUri, timeZone }: { readonly returnUri: string; readonly timeZone: string },
): string {
  const { page, app, direction } = LANGUAGES[language]
  const texts = Object.entries({
    ...page,
    lang: language,
    direction,
    'return-uri': returnUri,
    'time-zone': timeZone,
  })
  const parts = new Map([
    ...texts.map(([name, text]) => [name, escapeHtml(text)] as const),
    ['choice', choiceOf(language)],
    ['words', escapeHtml(JSON.stringify(app))],
  ])
  return template.replace(/\{\{([\w-]+)\}\}/g, (_place, name: string) => {
    const part = parts.get(name)
    if (part === undefined) throw new Error(`The page has no text for {{${name}}}`)
    return part
  })
}

/** A link for each language, in the language itself. */
function choiceOf(current: Language): string {
  const links = ALL_LANGUAGES.map((language) => {
    const { ownName, direction } = LANGUAGES[language]
    const mark = language === current ? ' aria-current="true"' : ''
    return `<li><a href="/language/${language}" hreflang="${language}" lang="${language}" dir="${direction}"${mark}>${ownName}</a></li>`
  })
  return links.join('\n')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
