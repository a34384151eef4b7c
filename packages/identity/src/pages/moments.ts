import { instantWords } from '../platform/date-words.ts'
import { type Html, html } from '../platform/html.ts'
import type { PageFrame } from './layout.ts'

const MILLISECONDS = 1000

/**
 * An instant in the citizen's language, in UTC, because the server does not know the citizen's time zone. It always names
 * its time zone. The script of the pages reads the same locale, so that both write alike.
 */
export function moment({ words }: PageFrame, atSeconds: number): Html {
  const instant = new Date(atSeconds * MILLISECONDS)
  const shown = instantWords(words.locale, instant)
  return html`<time datetime="${instant.toISOString()}" data-locale="${words.locale}">${shown}</time>`
}
