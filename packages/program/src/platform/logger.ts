/** The level of a log line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** The fields of a log line. Objects are not allowed, because one could contain a token or personal data. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>

/** Writes log lines. */
export interface Logger {
  log(level: LogLevel, event: string, fields: LogFields): void
}
