import { type Html, html, isolated, type RecordedEvent } from '@portico/identity/parts'
import { type ConsoleFrame, exact, instantOf, sheet } from './console-page.ts'
import { citizenAddress } from './places.ts'
import type { ConsoleWords } from './words/index.ts'

/** Events of the audit as a table, the newest first, in the words of the audit. Every value is a text: none is markup, none is a link that somebody chose. */
export function eventSheet(
  { frame, words }: Pick<ConsoleFrame, 'frame' | 'words'>,
  label: string,
  events: readonly RecordedEvent[],
): Html {
  const { table } = words
  const rows = events
    .toReversed()
    .map((event) => [
      instantOf(frame, event.at),
      exact(event.name),
      event.operator === null ? event.actor : html`${event.actor} ${isolated(event.operator)}`,
      html`${event.subject !== null && citizenLink(words, event.subject)} ${exact(aboutEvent(event))}`,
      event.address ?? '',
    ])
  return sheet(label, [table.when, table.event, table.who, table.about, table.address], rows)
}

function citizenLink({ places }: ConsoleWords, subject: string): Html {
  return html`<a href="${citizenAddress(subject)}">${places.citizen}</a>`
}

/** What an event says beside its name: its program, its details and its request, as the audit has them. */
export function aboutEvent({ clientId, requestId, details }: RecordedEvent): string {
  const facts = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  return [clientId && `client=${clientId}`, ...facts, requestId && `request=${requestId}`]
    .filter(Boolean)
    .join(' ')
}
