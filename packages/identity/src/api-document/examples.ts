import { readFileSync } from 'node:fs'

/** A request and its answer, as a service gave it to a test. */
export interface Example {
  /** A command line of a shell. Secrets and random values are variables. */
  readonly curl: string
  /** The status line, the headers that say something, and the body. A long random value is shown as …. */
  readonly answer: string
}

/** The examples of each operation, by its id. */
export type Examples = Readonly<Record<string, readonly Example[]>>

interface ExampleFile {
  readonly baseUrl: string
  readonly operations: Examples
}

/** The examples that the tests wrote, at the address of this service. */
export function examplesAt(baseUrl: string): Examples {
  const text = readFileSync(new URL('./examples.json', import.meta.url), 'utf8')
  const { baseUrl: there, operations }: ExampleFile = JSON.parse(text)
  const here = (shown: string) =>
    shown.replaceAll(there, baseUrl).replaceAll(encodeURIComponent(there), encodeURIComponent(baseUrl))
  return Object.fromEntries(
    Object.entries(operations).map(([id, examples]) => [
      id,
      examples.map(({ curl, answer }) => ({ curl: here(curl), answer: here(answer) })),
    ]),
  )
}

/** The status that an example shows. */
export function statusOf({ answer }: Example): string {
  return answer.split(' ')[1] ?? ''
}

/** What tells an example from others with its status, the best first. */
const SUBJECTS = [
  /[?&]error=(\w+)/,
  /^ {2}"error": "(\w+)"/m,
  /[?&](code)=/,
  /^location: ([^?\n]+)/m,
  /-d grant_type=(\w+)/,
  /^ {2}"(\w+": (?:true|false))/m,
  /^ {2}"(\w+)"/m,
]

/** What it is about: the error code, where the answer leads, the kind of grant, or the first field of the body. */
export function subjectOf({ curl, answer }: Example): string {
  const found = SUBJECTS.flatMap((subject) => subject.exec(`${answer}\n\n${curl}`)?.[1] ?? [])
  return found[0]?.replace('"', '') ?? ''
}
