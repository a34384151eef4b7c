/** What the parent asks a process: its numbers in one of the two text formats, or whether it is ready. */
export type Asked = 'prometheus' | 'openmetrics' | 'readiness'

/** A question. The answer has the same id. */
export interface Question {
  readonly id: number
  readonly ask: Asked
}

/** Where a process listens, when it serves. */
export interface Serving {
  readonly listening: string
  readonly mailboxUrl?: string | undefined
}

/** What a process tells the parent. */
export type Told = { readonly serves: Serving } | { readonly id: number; readonly answer: unknown }
