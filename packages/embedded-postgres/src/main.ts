import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { startEmbeddedServer } from './server.ts'

/**
 * `portico-postgres FOLDER [-- COMMAND...]`: a PostgreSQL on a data folder, with its address in DATABASE_URL, as long as the
 * command runs, or until Ctrl-C. Exits as the command exits, with 2 for wrong use, and with 1 where the server does not start.
 */
const HELP = `portico-postgres FOLDER [-- COMMAND...]
  starts a PostgreSQL server for development on FOLDER, and runs COMMAND with its address in DATABASE_URL
  without COMMAND, it prints the address and runs until Ctrl-C`

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const [dataDir = '', separator, ...command] = args
  const answer = answerTo(dataDir)
  if (answer !== undefined) {
    process.stdout.write(`${answer}\n`)
    return 0
  }
  if (dataDir === '' || dataDir.startsWith('-') || (separator !== undefined && separator !== '--'))
    return say(HELP, 2)
  // The server is stopped after the command has ended, so a signal does not end this process.
  const signalled = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve())
  })
  try {
    const server = await startEmbeddedServer({ dataDir, progress: (line) => void say(line, 0) })
    const { socketDir, port, user, database } = server
    const address = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
    const work = command.length > 0 ? run(command, address) : show(address, signalled)
    return await work.finally(() => server.stop())
  } catch (error) {
    return say(error instanceof Error ? error.message : 'The server did not start.', 1)
  }
}

/** The answer to a question about the command itself. */
function answerTo(word: string): string | undefined {
  if (word === '--help' || word === '-h') return HELP
  if (word !== '--version' && word !== '-V') return undefined
  const about = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(about)?.[1]
}

/** Prints the address, and waits for a signal. */
async function show(address: string, signalled: Promise<void>): Promise<number> {
  process.stdout.write(`DATABASE_URL=${address}\n`)
  const awake = setInterval(() => undefined, 60_000)
  await signalled
  clearInterval(awake)
  return 0
}

async function run([file = '', ...args]: readonly string[], address: string): Promise<number> {
  const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: address } })
  // A terminal sends SIGINT to the command itself.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void child.kill(signal))
  return exitCodeOf(file, child)
}

async function exitCodeOf(file: string, child: ChildProcess): Promise<number> {
  try {
    const [code] = await once(child, 'close')
    return typeof code === 'number' ? code : 1
  } catch (error) {
    return say(`${file} cannot be started: ${error instanceof Error ? error.message : 'unknown'}`, 127)
  }
}

function say(line: string, exitCode: number): number {
  process.stderr.write(`${line}\n`)
  return exitCode
}
