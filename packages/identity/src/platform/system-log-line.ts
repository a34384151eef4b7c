import type { LogFields, LogLevel } from './log.ts'

/** The version of the Elastic Common Schema that the names are from. */
const ECS_VERSION = '8.11.0'

/** One line of ECS logging: the time (ISO 8601, UTC), the level, the event as the message, and the fields in their order. */
export function lineOf(level: LogLevel, event: string, fields: LogFields = {}, at = Date.now()): string {
  const rest = JSON.stringify(fields).slice(1)
  const comma = rest === '}' ? '' : ','
  return `{"@timestamp":"${isoTime(at)}","log.level":"${level}","message":${JSON.stringify(event)},"ecs.version":"${ECS_VERSION}"${comma}${rest}\n`
}

let lastInstant = { at: Number.NaN, text: '' }

/** Formatting the time costs as much as the rest of a line, and many lines have the same millisecond. */
function isoTime(at: number): string {
  if (at !== lastInstant.at) lastInstant = { at, text: new Date(at).toISOString() }
  return lastInstant.text
}
