// The gate as nginx asks it, with the database and the sessions of the bench's program.
import { readConfig } from '../../../../packages/gate/src/config.ts'
import { startGate } from '../../../../packages/gate/src/start-gate.ts'
import type { GateSettings } from './guarded-program.ts'

const { port, environment } = JSON.parse(process.argv[2] ?? '{}') as GateSettings

const config = readConfig({ ...environment, GATE_LISTEN: `127.0.0.1:${port}` })
await startGate(config, {
  log: { log: () => undefined },
  say: (sentence) => void process.stderr.write(`${sentence}\n`),
  stopping: new AbortController().signal,
})
