/** Markup that is safe to send; nothing but the `html` tag can make it, because the class stays in this file. */
class SafeHtml {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** Markup made by the `html` tag; `toString()` gives the text to send. */
export type Html = SafeHtml

/** What may stand in a hole of the `html` tag; text and numbers are escaped, the empty values render nothing. */
export type Hole = Html | string | number | undefined | null | false | readonly Hole[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters but tab and line feed, halves of surrogate pairs, and the characters that reorder the text around them. */
const UNSHOWABLE = /(?![\t\n])\p{Cc}|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/gu

function escapeText(text: string): string {
  return text.replace(UNSHOWABLE, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

function render(hole: Hole): string {
  if (hole === undefined || hole === null || hole === false) return ''
  if (hole instanceof SafeHtml) return hole.toString()
  if (typeof hole === 'object') return hole.map(render).join('')
  return escapeText(String(hole))
}

/**
 * Writes HTML in which every hole is escaped unless it is itself `Html`. Safe in text and in double-quoted attributes;
 * an attribute without quotes would not be, so it is refused. What a link may point to is the caller's affair.
 */
export function html(literals: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  const pieces = literals.map((literal, index) => {
    if (index === holes.length) return literal
    if (literal.endsWith('=')) throw new TypeError('An attribute hole needs double quotes around it')
    return literal + render(holes[index])
  })
  return new SafeHtml(pieces.join(''))
}
