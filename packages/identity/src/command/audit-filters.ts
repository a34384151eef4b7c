import { EVENT_FORMS, type EventFilter } from '../audit-log/index.ts'
import { type Given, UsageFault } from './command.ts'

/** Reads them. Throws UsageFault about the first one that no event can have. */
export function readFilter(given: Given): EventFilter {
  const read = (option: string, says: string, form: (words: string) => string | undefined): string | null => {
    const words = given.text(option)
    if (words === undefined) return null
    const value = form(words.trim())
    if (value === undefined)
      throw new UsageFault(`--${option} ${JSON.stringify(words.slice(0, 60))} ${says}.`)
    return value
  }
  return {
    name: read('event', 'is no name of an event: docs/reference/audit-events.md has them', EVENT_FORMS.event),
    clientId: read('client', 'is no id of a program: portico client list shows them', EVENT_FORMS.client),
    operator: read('operator', 'is no name of an operator', EVENT_FORMS.operator),
    address: read('address', 'is no network address such as 192.0.2.7 or 2001:db8::7', EVENT_FORMS.address),
    requestId: read('request', 'is no reference number: copy it as the page shows it', EVENT_FORMS.request),
  }
}
