import { readFileSync } from 'node:fs'
import { SsoConfigError } from '@portico/program'
import { ConsoleConfigFaults, runConsole } from './index.ts'

const HELP = `portico-console
  runs the console of operators until it is stopped, with settings from the environment: docs/runbooks/console.md`

process.exitCode = await run(process.argv.slice(2))

/** Runs the console. What it could not do is told in a sentence. */
async function run([word, ...more]: readonly string[]): Promise<0 | 1 | 2> {
  if (word !== undefined) return answer(more.length === 0 ? word : undefined)
  try {
    await runConsole()
    return 0
  } catch (error) {
    tell(error instanceof Error ? error.message : 'unknown')
    return error instanceof ConsoleConfigFaults || error instanceof SsoConfigError ? 2 : 1
  }
}

/** The answer to a question about the command itself, which needs no settings. */
function answer(word: string | undefined): 0 | 2 {
  if (word === '--help' || word === '-h') process.stdout.write(`${HELP}\n`)
  else if (word === '--version' || word === '-V') process.stdout.write(`${ownVersion()}\n`)
  else {
    tell('this command has no argument but --help and --version.')
    return 2
  }
  return 0
}

function ownVersion(): string {
  const about: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return about.version
}

function tell(says: string): void {
  process.stderr.write(
    `portico-console: ${says}\n  docs/runbooks/console.md says how the console is set up.\n`,
  )
}
