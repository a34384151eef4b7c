/** What a log line may carry: plain values, no objects that could hide a person or a secret. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** How much is written: lines of this level and of those behind it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** One of them. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Structured log lines; what is secret never gets here. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
