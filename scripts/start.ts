import { ConfigFaults, readConfig } from '../packages/identity/src/config.ts'
import { systemLog } from '../packages/identity/src/platform/system-log.ts'
import { startService } from '../packages/identity/src/start-service.ts'
import { startDemoProgram } from './demo/demo-program.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, demoPort, prepareDemo } from './demo/prepare-demo.ts'

/** `npm start`: the service with its mailbox, and a small program to sign in to. */
async function main(): Promise<void> {
  const config = readConfig({ PORTICO_LOG_LEVEL: 'warn', ...process.env })
  const running = await startService(config, systemLog(config.logLevel), say)
  const port = demoPort(process.env['PORTICO_DEMO_PORT'])
  const client = await prepareDemo(running.foundation, { dataDir: config.dataDir, port })
  const program = await startDemoProgram({ identity: config.baseUrl, port, ...client })
  say(`
Portico is running.

  A program to sign in to   ${program.url}
  The identity service      ${config.baseUrl}/account/
  Every mail it sends       ${running.mailboxUrl ?? '(the mail server that PORTICO_SMTP_URL names)'}

  A citizen that is there   ${DEMO_EMAIL}
  with the password         ${DEMO_PASSWORD}
  The program's client id   ${client.clientId}

Try this: open ${program.url} and sign in as the demo citizen. Or create an account of your own on the way,
and find its mail in the mailbox. Ctrl-C stops everything; the data stay in ${config.dataDir}.
`)
  await untilInterrupted()
  say('Stopping …')
  await program.close()
  await running.close()
  say('Stopped.')
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    let told = false
    const stop = () => {
      if (told) process.exit(1)
      told = true
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** What happened, for people: expected trouble is a sentence, anything else shows where it came from. */
function explain(error: unknown): string {
  if (error instanceof ConfigFaults) return error.message
  if (!(error instanceof Error)) return String(error)
  const isPortTaken = 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken)
    return `${error.message}: something else uses this port. Stop it, or set PORTICO_PORT (and PORTICO_BASE_URL).`
  return 'code' in error || error.name !== 'Error' ? error.message : (error.stack ?? error.message)
}

await main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  },
)
