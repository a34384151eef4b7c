/** What a mutant leaves out. */
export type Kind = 'condition' | 'lock' | 'conflict' | 'guard'

/** A change of one range of a source. */
export interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A source with one thing left out. */
export interface Mutant {
  /** Relative to the repository, with forward slashes. */
  readonly file: string
  readonly line: number
  readonly kind: Kind
  /** What is left out, on one line, as the source has it. */
  readonly what: string
  readonly change: Change
  /** The named functions around it, from the inside. Empty outside of every function. */
  readonly functions: readonly string[]
  /** The lines of the statement, or of the guard. */
  readonly lines: { readonly first: number; readonly last: number }
  /** The function or constant around it, with the change and without the comments above. */
  readonly changed: string
  /** Why nothing has to fail, by the comment at the statement. */
  readonly excuse: string | undefined
}

/** A source with the change. */
export function applyTo(source: string, { from, to, text }: Change): string {
  return source.slice(0, from) + text + source.slice(to)
}

/** Whether a source still has, at its place, what a mutant leaves out. */
export function fits(
  source: string,
  { change: { from, to }, what }: Pick<Mutant, 'change' | 'what'>,
): boolean {
  return source.slice(from, to).trim().replace(/\s+/g, ' ') === what
}

/** The name of a mutant in reports: where it stands, and what is left out. */
export function nameOf({ file, line, kind, what }: Mutant): string {
  return `${file}:${line} ${kind} "${what}"`
}
