export class Trouble extends Error {
  constructor(message: string, detail?: string)
  readonly detail?: string
}
export function say(line: string): void
export function sayTrouble(error: unknown): void
