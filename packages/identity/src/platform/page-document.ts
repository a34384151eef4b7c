import { createHash } from 'node:crypto'
import { type ConstantPart, constantPart } from './constant-part.ts'
import { type Html, styleElement } from './html.ts'

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
  readonly #html: Html

  constructor(html: Html, style: InlineStyle) {
    this.#html = html
    this.style = style
  }

  toString(): string {
    return this.#html.toString()
  }
}
