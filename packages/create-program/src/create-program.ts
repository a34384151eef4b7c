import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { INIT_HELP } from './choices.ts'
import { initProgram } from './init-program.ts'
import { type InitNeeds, type Step, type StepResult, Stopped } from './needs.ts'

/** What the command gets from the process that runs it. */
export interface Surroundings {
  say(line: string): void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** How to run `portico-program`. Without it, it is the one that is installed in the folder by then. */
  readonly command?: Pick<Step, 'file' | 'args'>
}

/** Connects the program in the working directory, with the terminal. Throws an error whose message says what to do. */
export async function createProgram(
  args: readonly string[],
  { say, environment, command }: Surroundings,
): Promise<0 | 1> {
  if (args.includes('--help') || args.includes('-h')) {
    say(INIT_HELP)
    return 0
  }
  const folder = process.cwd()
  const needs: InitNeeds = {
    ...{ folder, environment, say },
    ask: process.stdin.isTTY ? askTerminal : null,
    fetch: (...request) => globalThis.fetch(...request),
    run: (step, options) => runStep(step, { environment, capture: options?.capture ?? false }),
  }
  return initProgram(needs, args, () => command ?? installedCommand(folder))
}

function installedCommand(folder: string): Pick<Step, 'file' | 'args'> {
  const find = createRequire(join(folder, 'package.json'))
  try {
    const home = join(find.resolve('@portico/program/package.json'), '..')
    return { file: process.execPath, args: [join(home, 'bin', 'portico-program.mjs')] }
  } catch {
    throw new Stopped('@portico/program is not installed here. Run "npm install @portico/program".')
  }
}

/** Asks one question. The answer to a question for a secret is not shown. */
async function askTerminal(question: string, { isSecret }: { readonly isSecret: boolean }): Promise<string> {
  process.stdout.write(`${question}: `)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? hidden : process.stdout,
    terminal: true,
  })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    if (isSecret) process.stdout.write('\n')
  }
}

function runStep(
  { file, args, environment: own }: Step,
  { environment, capture }: Pick<Surroundings, 'environment'> & { readonly capture: boolean },
): Promise<StepResult> {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], {
      env: { ...environment, ...own },
      stdio: ['inherit', capture ? 'pipe' : 'inherit', 'inherit'],
    })
    let stdout = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
    child.once('error', (error) => {
      process.stderr.write(`${file}: ${error.message}\n`)
      resolve({ exitCode: 127, stdout })
    })
    child.once('close', (code) => resolve({ exitCode: code ?? 1, stdout }))
  })
}
