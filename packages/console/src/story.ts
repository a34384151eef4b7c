import { type Html, html, isolated, type RecordedEvent } from '@portico/identity/parts'
import { type ConsoleFrame, exact, instantOf, sheet } from './console-page.ts'
import { coveredEvent } from './masked.ts'
import { citizenAddress } from './places.ts'
import type { ConsoleWords } from './words/index.ts'

/** What of an event is shown beside its name and time. */
export interface StoryParts {
  readonly addresses: 'shown' | 'masked'
  /** Whether each event says whom it is about. */
  readonly citizens: boolean
}

/** Events as a table, the newest first. Every value is a text: none is markup, none is a link that somebody chose. */
export function eventSheet(
  { frame, words }: Pick<ConsoleFrame, 'frame' | 'words'>,
  label: string,
  events: readonly RecordedEvent[],
  { addresses, citizens }: StoryParts,
): Html {
  const { table } = words
  const rows = events
    .toReversed()
    .map((event) => (addresses === 'shown' ? event : coveredEvent(event)))
    .map((event) => [
      instantOf(frame, event.at),
      exact(event.name),
      event.operator === null ? event.actor : html`${event.actor} ${isolated(event.operator)}`,
      html`${citizens && event.subject !== null && citizenLink(words, event.subject)} ${exact(about(event))}`,
      event.address ?? '',
    ])
  return sheet(label, [table.when, table.event, table.who, table.about, table.address], rows)
}

function citizenLink({ places }: ConsoleWords, subject: string): Html {
  return html`<a href="${citizenAddress(subject)}">${places.citizen}</a>`
}

function about({ clientId, requestId, details }: RecordedEvent): string {
  const facts = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  return [clientId && `client=${clientId}`, ...facts, requestId && `request=${requestId}`]
    .filter(Boolean)
    .join(' ')
}
