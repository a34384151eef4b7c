/** What the parent asks a process, by a name that both know: its numbers in a text format, or whether it is ready. */
export type Asked = string

/** A question. The answer has the same id. */
export interface Question {
  readonly id: number
  readonly ask: Asked
}

/**
 * Which start of its parent began this process. One of a later start does not wait for its database at the port that the others answer.
 */
export type StartKind = 'first' | 'later'

/** The variable that tells a process its kind. Other programs that use `node:cluster` do not set it. */
export const START_VARIABLE = 'OF_SEVERAL_PORTICO'

/** What people read when a process serves: where it listens, and the like. The parent says it once, for all of them. */
export type Serving = readonly string[]

/** What a process tells the parent. */
export type Told = { readonly serves: Serving } | { readonly id: number; readonly answer: unknown }
