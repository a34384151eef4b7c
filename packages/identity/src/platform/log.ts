/**
 * The fields of a log line: plain values only. An object could contain a person's data or a secret. They have the names of
 * the Elastic Common Schema, or begin with `portico.` where it has none.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The log levels. A log writes lines of its level and of those after it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** The level of a log line, or the least level that a log writes. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Writes structured log lines. Callers pass no secrets. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
