import { unixSeconds } from '../platform/clock.ts'
import { momentWords, UTC } from '../platform/date-words.ts'
import { type Html, html } from '../platform/html.ts'
import type { PageFrame } from './layout.ts'

const MILLISECONDS = 1000

/** An instant in the citizen's language and the time zone of the deployment, in the same words as in a letter. */
export function moment({ language, timeZone = UTC }: PageFrame, atSeconds: number): Html {
  const shown = momentWords({ language, timeZone })(unixSeconds(atSeconds))
  return html`<time datetime="${new Date(atSeconds * MILLISECONDS).toISOString()}">${shown}</time>`
}
