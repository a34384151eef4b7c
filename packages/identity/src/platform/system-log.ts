import { pino } from 'pino'
import type { Log } from './log.ts'

/** Lines are written together once there are so many bytes, or after a moment; a line by itself costs a system call. */
const BUFFERED_BYTES = 8 * 1024
const FLUSH_MILLISECONDS = 200

/** Lines of JSON on the given file descriptor, written in the background. */
export function systemLog(level: string, destination: number | string = 1): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({
      dest: destination,
      sync: false,
      minLength: BUFFERED_BYTES,
      periodicFlush: FLUSH_MILLISECONDS,
    }),
  )
  return {
    info: (event, fields) => logger.info({ event, ...fields }),
    warn: (event, fields) => logger.warn({ event, ...fields }),
    error: (event, fields) => logger.error({ event, ...fields }),
  }
}
