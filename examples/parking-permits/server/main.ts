import { SsoConfigError } from '@portico/program'
import { ConfigFaults, readConfig, startPermits } from './index.ts'

try {
  const permits = await startPermits(readConfig(process.env))
  console.info(`Parking permits is running: ${permits.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void permits.close())
} catch (error) {
  const isSaidWell = error instanceof ConfigFaults || error instanceof SsoConfigError
  console.error(isSaidWell ? error.message : error)
  process.exitCode = 1
}
