import { pino } from 'pino'
import type { Log } from './log.ts'

/** Lines of JSON on the given file descriptor, written in the background. */
export function systemLog(level: string, destination: number | string = 1): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    pino.destination({ dest: destination, sync: false, minLength: 0 }),
  )
  return {
    info: (event, fields) => logger.info({ event, ...fields }),
    warn: (event, fields) => logger.warn({ event, ...fields }),
    error: (event, fields) => logger.error({ event, ...fields }),
  }
}
