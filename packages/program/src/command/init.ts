import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { processEnvironment } from '../config.ts'
import { systemClock, systemRandom } from '../platform/index.ts'
import { type InitNeeds, initProgram, type Step, type StepResult } from '../starter/index.ts'

/** The file of this command, which `init` runs again for `migrate` and `doctor`. */
const COMMAND_FILE = fileURLToPath(new URL('../../bin/portico-program.mjs', import.meta.url))

/** Runs `init` in the working directory, with the terminal. */
export async function init(
  args: readonly string[],
  say: (line: string) => void,
  environment = processEnvironment(),
): Promise<0 | 1> {
  const needs: InitNeeds = {
    ...{ folder: process.cwd(), environment, random: systemRandom, now: systemClock.now(), say },
    ask: process.stdin.isTTY ? askTerminal : null,
    fetch: (...request) => globalThis.fetch(...request),
    run: (step, options) => runStep(step, options?.capture ?? false),
  }
  return initProgram(needs, args, { file: process.execPath, args: [COMMAND_FILE] })
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

function runStep({ file, args, environment }: Step, capture: boolean): Promise<StepResult> {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], {
      env: { ...processEnvironment(), ...environment },
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
