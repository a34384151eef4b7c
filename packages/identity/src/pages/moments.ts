import { type Html, html } from '../platform/html.ts'
import type { PageFrame } from './layout.ts'

const MILLISECONDS = 1000

const SHOWN: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
}

/** An instant in the citizen's language, in UTC, because the server does not know the citizen's time zone. */
export function moment({ words }: PageFrame, atSeconds: number): Html {
  const instant = new Date(atSeconds * MILLISECONDS)
  const shown = new Intl.DateTimeFormat(words.locale, SHOWN).format(instant)
  return html`<time datetime="${instant.toISOString()}">${shown}</time>`
}
