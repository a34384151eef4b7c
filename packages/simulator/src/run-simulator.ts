import {
  type Call,
  CommandRefused,
  type Config,
  isLoopback,
  systemLog,
  UsageFault,
} from '@portico/identity/parts'
import { stateJson } from './control-routes.ts'
import type { LoggedRequest } from './request-log.ts'
import { startSimulator } from './simulator-server.ts'
import { programSettings, type SimulatorState } from './simulator-state.ts'

/** Runs the simulator until it is stopped: what `portico dev` does where this package is installed. */
export async function runSimulator({ given, asJson, terminal, config }: Call): Promise<undefined> {
  const settings = withPorts(given, config())
  judge(settings)
  const stopped = terminal.stopped()
  terminal.err('The simulator starts with a new database …')
  const progress = (line: string) => terminal.err(line)
  const onRequest = (request: LoggedRequest) => terminal.err(lineOf(request))
  const log = systemLog('error', 2)
  const running = await startSimulator(settings, { log, progress, onRequest }).catch(refusePort)
  try {
    const state = await running.state()
    const lines = asJson ? [JSON.stringify(stateJson(state))] : welcome(state, programSettings(state))
    for (const line of lines) terminal.out(line)
    await untilAborted(stopped)
    terminal.err('The simulator stops …')
  } finally {
    await running.close()
  }
  terminal.err('The simulator has stopped, and its database is deleted.')
  return undefined
}

function withPorts(given: Call['given'], config: Config): Config {
  const port = readPort(given, 'port') ?? config.port
  return { ...config, port, mailboxPort: readPort(given, 'mailbox-port') ?? config.mailboxPort }
}

const HIGHEST_PORT = 65_535

function readPort(given: Call['given'], option: string): number | undefined {
  const words = given.text(option)
  if (words === undefined) return undefined
  const port = /^\d{1,5}$/.test(words) ? Number(words) : Number.NaN
  if (!(port <= HIGHEST_PORT)) throw new UsageFault(`--${option} must be a number from 0 to ${HIGHEST_PORT}.`)
  return port
}

/** The simulator never meets real people, real data or another machine. */
function judge(config: Config): void {
  const faults: readonly (readonly [wrong: boolean, sentence: string])[] = [
    [config.isProduction, 'NODE_ENV is production. The simulator is for development alone.'],
    [!isLoopback(`http://${config.host}`), 'PORTICO_HOST is not on this machine. Remove it.'],
    [!isLoopback(config.baseUrl), 'PORTICO_BASE_URL is not on this machine. Remove it.'],
    [
      config.database.kind === 'url',
      'PORTICO_DATABASE_URL is set, but the simulator has its own database. Remove it.',
    ],
    [config.smtpUrl !== undefined, 'PORTICO_SMTP_URL is set, but the simulator sends no mail. Remove it.'],
    [
      config.redisUrl !== undefined,
      'PORTICO_REDIS_URL is set, but the simulator has its own counters. Remove it.',
    ],
  ]
  const fault = faults.find(([isWrong]) => isWrong)
  if (fault) throw new CommandRefused(`The simulator does not start: ${fault[1]}`)
}

/** Says which option chooses another port. */
function refusePort(error: unknown): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isTaken) throw error
  throw new CommandRefused(
    `The simulator does not start: another program uses its port (${error.message}). Stop it, or choose others with --port and --mailbox-port.`,
  )
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Never the query or the body: they have codes and tokens. */
function lineOf({ method, path, status, faults }: LoggedRequest): string {
  const answer = status === 0 ? 'no whole answer' : String(status)
  return `${method} ${path} ${answer}${faults.length > 0 ? ` (fault: ${faults.join(', ')})` : ''}`
}

function welcome(state: SimulatorState, settings: readonly string[]): readonly string[] {
  const citizens = state.citizens.map(({ email, purpose }) => `  ${email.padEnd(26)} ${purpose}`)
  return [
    'The simulator is ready.',
    '',
    `  Control page   ${state.url}/dev/`,
    `  Issuer         ${state.url}`,
    `  Mailbox        ${state.mailboxUrl}`,
    '',
    'Settings of your program (.env):',
    '',
    ...settings,
    '',
    `Citizens, all with the password "${state.password}":`,
    '',
    ...citizens,
    '',
    'Ctrl-C stops the simulator, and then everything in it is forgotten.',
  ]
}
