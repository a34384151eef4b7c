export class Trouble extends Error {
  constructor(message: string, detail?: string)
  readonly detail?: string
}
export function say(line: string): void
export function sayTrouble(error: unknown): void

/** Seconds since `start` (from `performance.now()`), in the form for people. */
export function secondsSince(start: number): string
