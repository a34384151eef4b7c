import { type Html, inlineStyle, PageDocument } from '../html.ts'

const STYLE = inlineStyle('p { margin: 0 }')

/** A page that has this content and hardly any style. */
export const smallPage = (content: Html): PageDocument => new PageDocument(content, STYLE)
