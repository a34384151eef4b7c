import type { Logger } from './logger.ts'

/** Writes one JSON line per event to the console. Leaves out debug lines. */
export const systemLogger: Logger = {
  log(level, event, fields) {
    if (level === 'debug') return
    const line = JSON.stringify({ level, event: `portico.${event}`, ...fields })
    if (level === 'info') console.info(line)
    else console.error(line)
  },
}
