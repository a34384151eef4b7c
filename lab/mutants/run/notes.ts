import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { say } from '../../../scripts/say.mjs'
import type { NotingHost } from './hosts.ts'
import { type Answer, failureIn } from './order.ts'

/** Which functions each test of a file runs. */
export interface Notes {
  readonly file: string
  /** The milliseconds of each test, by its name, in the order of the file. */
  readonly tests: Readonly<Record<string, number>>
  /** The tests that run a function, by its file and name: `path#name`. An empty name stands for every test. */
  readonly ran: Readonly<Record<string, readonly string[]>>
}

/** The most time of the tests of one file. */
const FILE_MILLISECONDS = 900_000

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, '.cache', 'mutants', 'ran')

/** What the tests of a file run: as it was noted, while file and folder are the same; otherwise they run now. A text where they fail. */
export async function notesOf(file: string, host: NotingHost): Promise<Notes | string> {
  const kept = join(FOLDER, `${hashOf(file, ...contentsAround(host.root, file))}.json`)
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Notes
  say(`noting what the tests run: ${file}`)
  rmSync(host.notes, { force: true })
  const order = { file: '', source: '', text: '', tests: [{ file, names: undefined }] }
  const answer = await host.run(order, FILE_MILLISECONDS)
  if (!answer) return `${file}: the tests did not end`
  const failure = failureIn(answer)
  if (failure !== undefined) return failure
  // Where every test of a file is skipped, nothing is noted.
  const lines = existsSync(host.notes) ? readFileSync(host.notes, 'utf8') : ''
  const notes = collect(file, answer, lines)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(kept, JSON.stringify(notes))
  return notes
}

function collect(file: string, { results }: Answer, lines: string): Notes {
  const ran: Record<string, string[]> = {}
  for (const line of lines.split('\n').filter((one) => one !== '')) {
    const noted = JSON.parse(line) as { readonly name: string; readonly ran: readonly string[] }
    for (const key of noted.ran) (ran[key] ??= []).includes(noted.name) || ran[key]?.push(noted.name)
  }
  const tests = results.flatMap((one) => one.tests)
  return { file, tests: Object.fromEntries(tests.map(({ name, milliseconds }) => [name, milliseconds])), ran }
}

/** The texts of a test file and of the sources beside it, without comments: those change what nobody runs. */
function contentsAround(root: string, file: string): readonly string[] {
  const beside = sourcesIn(root, dirname(file)).map((source) => contentOf(root, source))
  return [...testTexts(root, file), ...beside].map((text) => text.replace(/^\s*(\/\/|\/?\*).*\n/gm, ''))
}

/** The text of a test file, and those of the tests that it has from a folder of the product that makes some: `src/testing`. */
export function testTexts(root: string, file: string): readonly string[] {
  const text = contentOf(root, file)
  const folders = Array.from(text.matchAll(/ from '(\.[^']*\/testing)\//g), ([, path = '']) =>
    join(dirname(file), path),
  ).filter((folder) => folder.endsWith('/src/testing'))
  return [
    text,
    ...[...new Set(folders)].flatMap((folder) => sourcesIn(root, folder)).map((one) => contentOf(root, one)),
  ]
}

function sourcesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => join(folder, name))
}

/** The text of a file of the tree, or of a copy of it. */
export function contentOf(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** One short name for some texts. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32)
}
