import { fileURLToPath } from 'node:url'
import { runCommand } from '../../packages/conformance/src/run-command.ts'
import { NODE_OPTIONS } from '../../scripts/node-options.mjs'
import { startNode } from '../kit/child-process.ts'

/** The report of `portico-conformance --json`, as far as tests use it. */
export interface Report {
  readonly ok: boolean
  readonly rules: readonly {
    readonly id: string
    readonly section: string
    readonly sentence: string
    readonly outcome: string
    readonly saw: string
  }[]
  readonly not_tried: readonly { readonly sentence: string }[]
}

const COMMAND = fileURLToPath(new URL('../../packages/conformance/src/main.ts', import.meta.url))

/** Runs the real command. */
export function runConformance(args: readonly string[]) {
  return startNode({ file: COMMAND, args, nodeOptions: NODE_OPTIONS }).ended
}

/** The same without a process: for command lines of which another test starts the like. */
export async function callConformance(args: readonly string[]) {
  const lines: string[] = []
  const line = (text: string) => void lines.push(text)
  const code = await runCommand(args, { line, note: line })
  return { code, output: lines.join('\n') }
}

/** Tries a program whose central checks are never older than a second, and returns the exit code and the report. */
export async function tryProgram(
  program: string,
  simulator: string,
  only: readonly string[] = [],
  told: readonly string[] = [],
) {
  const chosen = only.flatMap((id) => ['--only', id])
  const args = [program, '--simulator', simulator, '--json', '--ceiling', '2', '--spread', ...chosen, ...told]
  const lines: string[] = []
  const code = await runCommand(args, { line: (text) => lines.push(text), note: () => undefined })
  return { code, report: JSON.parse(lines.join('\n')) as Report }
}
