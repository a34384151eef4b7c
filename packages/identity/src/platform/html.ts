import { createHash } from 'node:crypto'
import { type ConstantPart, constantPart } from './constant-part.ts'

/** Markup that is safe to send. The class is private to this file, so only the `html` tag makes it. */
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

/** A value for a hole of the `html` tag. Text and numbers are escaped; undefined, null and false give nothing. */
export type Hole = Html | string | number | undefined | null | false | readonly Hole[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters except tab and line feed, lone surrogates, and the characters that reorder the text around them. */
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
 * Writes HTML and escapes every hole that is not `Html`. The result is safe in text and in double-quoted
 * attributes; an attribute without quotes is refused. The caller checks where a link leads.
 */
export function html(literals: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  const pieces = literals.map((literal, index) => {
    if (index === holes.length) return literal
    if (literal.endsWith('=')) throw new TypeError('An attribute hole needs double quotes around it')
    return literal + render(holes[index])
  })
  return new SafeHtml(pieces.join(''))
}

/** What markup says, as plain text. */
export function textOf(markup: Html): string {
  const text = markup.toString().replace(/<[^>]*>/g, '')
  return Object.entries(ENTITIES).reduceRight(
    (said, [character, entity]) => said.replaceAll(entity, character),
    text,
  )
}

/** The text between two tags. Keys, codes and letters are copied, so they stay as they are. */
const TEXTS = /<(code|pre)\b[^]*?<\/\1(?=>)|>[^<]+/g

/** Where a browser ends a line inside of what is read as one, and what does not let it. An address is copied as it is. */
const TORN: readonly (readonly [RegExp, string])[] = [
  // "E-Mail", "e-mail" and "4-mal"
  [/-(?<=[>\s(“„«’](?:[Ee]|\d{1,3})-)(?=[Mm]a)(?!\S*(?:[@/]|\.\w))/g, '\u2011'],
  // French: "est-il", "a-t-elle", "celui-ci"
  [
    /-(?<=[>\s(«][\p{L}’]+-(?:t-)?)(?=(?:t-)?(?:ils?|elles?|on|nous|vous|moi|lui|leur|l[ae]s?|là|c[ei]|en|y|mêmes?|être)(?!\p{L}))(?!\S*(?:[@/]|\.\w))/gu,
    '\u2011',
  ],
  // French: "caractères :", "« Continuer »"
  [/ (?=[:;?!»])|(?<=«) /g, '\u00a0'],
  // The dot between two texts stands before the second one.
  [/(?<= ·) /g, '\u00a0'],
  // "3 days" and "00:00 UTC", but not "2026 at": a line may end after a date. A telephone number
  [/ (?<=\d )(?:(?<!\d{4} )(?=\p{L})|(?=\d))/gu, '\u00a0'],
]

/**
 * Keeps on one line, in every text of this markup, what is read as one: a number and its word, a telephone number, a French sign and the
 * word before it, and a word whose hyphen is no end of a line. Attributes stay as they are.
 */
export function keepWhole(markup: Html): Html {
  const kept = (text: string, copied: string | undefined) =>
    copied === undefined ? TORN.reduce((said, [torn, whole]) => said.replace(torn, whole), text) : text
  return new SafeHtml(markup.toString().replace(TEXTS, kept))
}

/**
 * A `style` element with these rules. In it nothing is escaped (HTML standard, "raw text"). Throws if they could end it,
 * or if a browser would change them: it reads CR LF as LF, and the hash would be another.
 */
export function styleElement(rules: string): Html {
  if (/<\/|\r/.test(rules)) throw new TypeError('A style sheet must not contain an end tag or CR')
  return new SafeHtml(`<style>${rules}</style>`)
}

/** The style of a page, inside the page: a browser needs no second answer to show it. */
export interface InlineStyle {
  readonly element: Html
  /** The only style that the page may have (CSP level 3 section 2.3.1, `hash-source`). */
  readonly source: string
  readonly part: ConstantPart
}

/** Makes the style of many pages. Throws where the rules could end their element. */
export function inlineStyle(rules: string): InlineStyle {
  const hash = createHash('sha256').update(rules).digest('base64')
  return { element: styleElement(rules), source: `'sha256-${hash}'`, part: constantPart(rules) }
}

/** A whole page, and the style that it contains. */
export class PageDocument {
  readonly style: InlineStyle
  /** Whether its reader sees the number of the request, for who helps. */
  readonly showsNumber: boolean
  readonly #html: Html

  constructor(html: Html, style: InlineStyle, { showsNumber = false } = {}) {
    this.#html = html
    this.style = style
    this.showsNumber = showsNumber
  }

  toString(): string {
    return this.#html.toString()
  }
}
