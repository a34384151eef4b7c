import { readFileSync } from 'node:fs'
import { EndedAtStart, endWithWork } from '@portico/processes'
import type { Logger } from '@portico/program'
import {
  type Command,
  CommandRefused,
  endUncaught,
  type Given,
  programCommands,
  runCommandLine,
} from '@portico/program/command'
import { readConfig } from './config.ts'
import { furtherChecks } from './further-checks.ts'
import { INIT_OPTIONS, initGate } from './init/index.ts'
import { sayFault, sayInLogLines } from './say.ts'
import { serve } from './serve.ts'
import { SETTINGS_OPTION, settingsLast, withGateCommand, withSettingsFile } from './settings/index.ts'

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

const environment = ({ text }: Given) => withSettingsFile(text('settings'), process.env)

const PROGRAM_COMMANDS = programCommands({
  environment,
  options: SETTINGS_OPTION,
  // The gate's own settings are checked, too, before the doctor looks at the rest.
  checks: (settings) => furtherChecks(readConfig(settings)),
})

const COMMANDS: readonly Command[] = [
  {
    ...{ name: 'serve', options: SETTINGS_OPTION, answers: false },
    summary: 'run the gate until it is stopped; what runs where no command is named',
    async run(given) {
      // Before the settings are read: their faults are what ends a start most often.
      sayInLogLines()
      endWithWork()
      return serve(readConfig(environment(given)), log).then(() => 0 as const, refuseStart)
    },
  },
  {
    ...{ name: 'init', options: INIT_OPTIONS, answers: false },
    summary:
      'write a folder with settings, a key and the file of a proxy; SSO_CLIENT_ID and SSO_CLIENT_SECRET may name a client that you have',
    run: (given) => initGate({ environment: process.env, say: output.line, makeKey }, given),
  },
  ...PROGRAM_COMMANDS,
]

const line = { name: 'portico-gate', version, commands: COMMANDS, otherwise: 'serve' }
const args = settingsLast(process.argv.slice(2))
endUncaught(args, (text) => sayFault('uncaught_error', text))
process.exitCode = await runCommandLine(args, line, output)

/** A gate that was told to stop still takes requests for `GATE_DRAIN_SECONDS`, so a taken address is seen at restarts. */
function refuseStart(error: unknown): 1 {
  // One of several processes has said it.
  if (error instanceof EndedAtStart && error.hasSaidWhy) return 1
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isTaken) throw error
  const fix = 'Stop what listens there (a gate that stops needs some seconds), or change GATE_LISTEN'
  throw new CommandRefused(`${error.message}. ${fix} or GATE_METRICS_LISTEN.`)
}

function version(): string {
  const about = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(about)?.[1] ?? ''
}

/** The line that `keygen` prints, so that one place knows what a key looks like. */
async function makeKey(): Promise<string> {
  const lines: string[] = []
  await runCommandLine(['keygen'], line, { line: (text) => lines.push(text), fault: output.fault })
  return lines.join('\n')
}
