import { readConfig, startPermits } from '../../examples/parking-permits/server/index.ts'

/** Parking permits as a child of the siege: it counts nothing, asks the identity service every second, and ends with its parent. */
const permits = await startPermits(readConfig(process.env), {
  throttle: false,
  validity: { ceilingMs: 1_000, softMs: 1_000 },
})
process.once('disconnect', () => process.exit())
process.once('SIGTERM', () => void permits.close().then(() => process.exit()))
process.send?.('ready')
