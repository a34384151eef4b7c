/** How much a line matters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** What a line may hold: plain values, so that no token, secret or person slips in as part of an object. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>

/** Where the program's log lines go. */
export interface Logger {
  log(level: LogLevel, event: string, fields: LogFields): void
}
