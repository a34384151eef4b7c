/** A process ended before it served, and with it the start of all. */
export class EndedAtStart extends Error {
  override readonly name = 'EndedAtStart'
  /** Whether it ended by itself: then it has said why, and nothing has to be added. */
  readonly hasSaidWhy: boolean

  constructor({ exitCode, signal }: { readonly exitCode: number | null; readonly signal: string | null }) {
    super(`A process did not come to serve: ${signal ? `${signal} ended it` : 'it could not be started'}.`)
    this.hasSaidWhy = exitCode !== null && signal === null
  }
}
