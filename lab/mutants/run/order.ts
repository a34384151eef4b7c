/** Tests of one file. Without names, all of them. */
export interface ChosenTests {
  readonly file: string
  readonly names: readonly string[] | undefined
}

/** What a test host does next: a file gets a text, the tests run until the first one fails, the file gets its source back. */
export interface Order {
  /** Empty where nothing is changed. */
  readonly file: string
  readonly source: string
  readonly text: string
  readonly tests: readonly ChosenTests[]
}

/** One test. */
export interface TestResult {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
  readonly milliseconds: number
  readonly error: string
}

/** What a test host answers. */
export interface Answer {
  readonly results: readonly {
    readonly file: string
    readonly ok: boolean
    readonly milliseconds: number
    readonly tests: readonly TestResult[]
    /** Why the file could not be loaded. */
    readonly error: string
  }[]
  readonly errors: readonly string[]
}

/** The first failure of an answer, in words. Nothing where every test has passed. */
export function failureIn({ results, errors }: Answer): string | undefined {
  for (const { file, ok, tests, error } of results) {
    const failed = tests.find(({ state }) => state === 'failed')
    if (failed) return `${file}: ${failed.name}: ${failed.error.split('\n')[0] ?? ''}`
    if (!ok) return `${file}: ${error}`
  }
  return errors[0]
}
