import { readFileSync } from 'node:fs'
import { EndedAtStart, endWithWork } from '@portico/processes'
import { type Logger, SsoConfigError } from '@portico/program'
import { runCommand } from '@portico/program/command'
import { readConfig } from './config.ts'
import { furtherChecks } from './further-checks.ts'
import { INIT_HELP, initGate, Stopped } from './init/index.ts'
import { sayFault, sayInLogLines } from './say.ts'
import { serve } from './serve.ts'
import { takeSettingsFile, withGateCommand, withSettingsFile } from './settings/index.ts'

const HELP = `portico-gate <command> [--settings FILE]
  serve           run the gate, with settings from the environment and from the file
  init            write a folder with settings, a key and the file of a proxy (portico-gate init --help)
  keygen          print a new encryption key, as a line for the settings
  migrate         update the schema in DATABASE_URL to the version that this release needs
  doctor [--json] check settings, database, identity service and hooks before the first sign-in
  purge           remove expired rows, and revoke central grants that are due`

/** One line of JSON per event. */
const log: Logger = {
  log(level, event, fields) {
    if (level !== 'debug')
      process.stdout.write(`${JSON.stringify({ level, event: `portico.${event}`, ...fields })}\n`)
  },
}

const output = {
  line: (text: string) => void process.stdout.write(`${withGateCommand(text)}\n`),
  fault: (text: string) => sayFault('failed', withGateCommand(text)),
}

/** The answer to a question about the command itself, which needs no settings. */
function answerTo(word: string | undefined): string | undefined {
  if (word === '--help' || word === '-h' || word === 'help') return HELP
  if (word !== '--version' && word !== '-V') return undefined
  const about = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(about)?.[1]
}

process.exitCode = await run(process.argv.slice(2))

async function run(line: readonly string[]): Promise<0 | 1 | 2> {
  const answer = answerTo(line[0])
  if (answer !== undefined) {
    output.line(answer)
    return 0
  }
  if (line[0] === 'init') return runInit(line.slice(1))
  const { args, file } = takeSettingsFile(line)
  const [name = 'serve'] = args
  // Before the settings are read: their faults are what ends a start most often.
  if (name === 'serve') {
    sayInLogLines()
    endWithWork()
  }
  try {
    const environment = withSettingsFile(file, process.env)
    if (name === 'serve') {
      await serve(readConfig(environment), log)
      return 0
    }
    // The gate's own settings are checked, too, before the doctor looks at the rest.
    const additions = name === 'doctor' ? { checks: furtherChecks(readConfig(environment)) } : {}
    if (['keygen', 'migrate', 'doctor', 'purge'].includes(name))
      return await runCommand(args, output, environment, additions)
    output.fault(HELP)
    return 2
  } catch (error) {
    complain(error)
    return 1
  }
}

function complain(error: unknown): void {
  // One of several processes has said it.
  if (error instanceof EndedAtStart && error.hasSaidWhy) return
  output.fault(error instanceof SsoConfigError ? `${error.name}: ${error.message}` : explained(error))
}

/** A gate that was told to stop still takes requests for `GATE_DRAIN_SECONDS`, so this is seen at restarts. */
function explained(error: unknown): string {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const fix = 'Stop what listens there (a gate that stops needs some seconds), or change GATE_LISTEN'
  return isTaken ? `${error.message}. ${fix} or GATE_METRICS_LISTEN.` : String(error)
}

async function runInit(args: readonly string[]): Promise<0 | 1> {
  if (args.includes('--help') || args.includes('-h')) {
    output.line(INIT_HELP)
    return 0
  }
  try {
    return await initGate({ environment: process.env, say: output.line, makeKey }, args)
  } catch (error) {
    output.fault(error instanceof Stopped ? error.message : String(error))
    return 1
  }
}

/** The line that `keygen` prints, so that one place knows what a key looks like. */
async function makeKey(): Promise<string> {
  const lines: string[] = []
  await runCommand(['keygen'], { line: (text) => lines.push(text), fault: output.fault }, {})
  return lines.join('\n')
}
