import { readFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10
const LONG_SECONDS = 10

/** A test file of a run: how long it took with its set-up, and its text. */
export interface RunFile {
  readonly path: string
  readonly seconds: number
  text(): string
}

/** Says at the end of a run which test files took longest, and which of the long ones do not say why. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      path: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1000,
      text: () => readFileSync(module.moduleId, 'utf8'),
    }))
    for (const line of [...slowestFiles(files), ...unexplainedFiles(files)]) process.stdout.write(`${line}\n`)
  }
}

/** One line for each of the ten slowest of several files; a single file needs no list. */
export function slowestFiles(files: readonly Omit<RunFile, 'text'>[]): readonly string[] {
  if (files.length < 2) return []
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN)
  return ['The slowest files:', ...slowest.map(lineOf)]
}

/** The files that took over ten seconds, and whose first line does not say why. */
export function unexplainedFiles(files: readonly RunFile[]): readonly string[] {
  const found = files
    .filter(({ seconds, text }) => seconds > LONG_SECONDS && !text().startsWith('//'))
    .toSorted((one, other) => other.seconds - one.seconds)
  if (found.length === 0) return []
  return [
    `Over ${LONG_SECONDS} s on this machine, and the first line does not say why:`,
    ...found.map(lineOf),
  ]
}

const lineOf = ({ path, seconds }: Omit<RunFile, 'text'>) => `${seconds.toFixed(1).padStart(7)} s  ${path}`
