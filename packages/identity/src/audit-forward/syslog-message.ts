import { eventJson } from '../audit-log/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Entry } from './next-batch.ts'

/** Facility 13 (log audit), severity 6 (informational): RFC 5424 section 6.2.1. */
const PRIORITY = 13 * 8 + 6
/** RFC 5424 section 6.2.7. */
const MOST_MSGID = 32
/** The number of enterprises that have none (RFC 5612). Names without a number belong to IANA (RFC 5424 section 6.3.2). */
const ENTERPRISE = 32_473

/** What the head of each message says. */
export interface SyslogHead {
  /** The host of the service's address. */
  readonly host: string
  readonly now: UnixSeconds
}

/**
 * A message of RFC 5424. The structured data have every field of an event, and `details` as JSON; the text is the name of the event, so that nothing personal is outside the fields.
 * The time is that of the event, and of the sending for the hash of a day.
 */
export function syslogMessage(entry: Entry, { host, now }: SyslogHead): string {
  const said = entry.kind === 'event' ? ofEvent(entry) : ofDay(entry, now)
  const head = `<${PRIORITY}>1 ${said.at} ${host.slice(0, 255)} portico - ${said.name.slice(0, MOST_MSGID)}`
  return `${head} ${element(said.id, said.fields)} ${said.name}`
}

/** Frames of messages with their length in octets (RFC 6587 section 3.4.1, RFC 5425 section 4.3). */
export function syslogFrames(messages: readonly string[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => {
      const bytes = Buffer.from(message)
      return [Buffer.from(`${bytes.length} `), bytes]
    }),
  )
}

interface Said {
  readonly at: string
  readonly name: string
  readonly id: string
  readonly fields: Readonly<Record<string, string | null>>
}

function ofEvent({ event }: Extract<Entry, { kind: 'event' }>): Said {
  const { at, details, ...fields } = eventJson(event)
  const facts = Object.keys(details).length === 0 ? null : JSON.stringify(details)
  return { at, name: event.name, id: 'event', fields: { ...fields, details: facts } }
}

function ofDay({ day, number, hash }: Extract<Entry, { kind: 'day-sealed' }>, now: UnixSeconds): Said {
  const fields = { day, seal: String(number), hash: hash.toString('hex') }
  return { at: new Date(now * 1000).toISOString(), name: 'audit-day-sealed', id: 'seal', fields }
}

/** RFC 5424 section 6.3. Fields without a value are left out. */
function element(id: string, fields: Said['fields']): string {
  const written = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${paramValue(value)}"`],
  )
  return `[${id}@${ENTERPRISE}${written.join('')}]`
}

/**
 * `"`, `\` and `]` have a backslash before them (RFC 5424 section 6.3.3). A control character is written as `#` and three octal digits, as collectors do (section 6.4 wants them avoided): many write a line for
 * each message, and a new line in a value would look like another message.
 */
function paramValue(value: string): string {
  return value
    .replace(/["\\\]]/g, '\\$&')
    .replace(/\p{Cc}/gu, (character) => `#${character.charCodeAt(0).toString(8).padStart(3, '0')}`)
}
