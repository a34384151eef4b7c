/** What the parent asks a process: its numbers in one of the two text formats, or whether it is ready. */
export type Asked = 'prometheus' | 'openmetrics' | 'readiness'

/** A question. The answer has the same id. */
export interface Question {
  readonly id: number
  readonly ask: Asked
}

/**
 * Which start of its parent began this process. One of a later start does not wait for `portico migrate` at the port that the others
 * answer.
 */
export type StartKind = 'first' | 'later'

/** The variable that tells a process its kind. Other programs that use `node:cluster` do not set it. */
export const START_VARIABLE = 'OF_SEVERAL_PORTICO'

/** Where a process listens, when it serves. */
export interface Serving {
  readonly listening: string
  readonly mailboxUrl?: string | undefined
}

/** What a process tells the parent. */
export type Told = { readonly serves: Serving } | { readonly id: number; readonly answer: unknown }
