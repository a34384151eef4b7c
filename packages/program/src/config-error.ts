import { ERRORS_PAGE } from './wire.ts'

/** One wrong setting: its path, its value, what it must be, and how to correct it. */
export interface ConfigProblem {
  readonly path: string
  readonly got: string
  readonly expected: string
  readonly fix: string
}

/** The configuration is wrong. The message lists all problems. */
export class SsoConfigError extends Error {
  override readonly name = 'SsoConfigError'
  readonly problems: readonly ConfigProblem[]
  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map((p) => `  ${p.path}  got ${p.got}  ${p.expected}  -> ${p.fix}`)
    const count = problems.length === 1 ? '1 setting needs' : `${problems.length} settings need`
    super(
      `${count} attention\n${lines.join('\n')}\nEach is explained at ${ERRORS_PAGE}#settings-that-are-wrong`,
    )
    this.problems = problems
  }
}
