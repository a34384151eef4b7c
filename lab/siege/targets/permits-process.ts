import { readConfig, startPermits } from '../../../examples/parking-permits/server/index.ts'

const UNLIMITED = { limit: 1_000_000, windowMs: 60_000 }

/** Parking permits as a child process of the siege: without limits, with a central check every second. It ends with its parent. */
const permits = await startPermits(readConfig(process.env), {
  throttle: {
    beginPerIp: UNLIMITED,
    beginLinkPerAccount: UNLIMITED,
    callbackPerIp: UNLIMITED,
    exchangePerIp: UNLIMITED,
    exchangeFailuresPerIp: UNLIMITED,
    refreshPerSession: UNLIMITED,
    statusPerSession: UNLIMITED,
    outboundTokenPerMinute: 1_000_000,
    outboundIntrospectPerMinute: 1_000_000,
  },
  validity: { ceilingMs: 1_000, softMs: 1_000 },
})
process.once('SIGTERM', () => void permits.close().then(() => process.exit()))
process.send?.('ready')
