import type { Logger } from './logger.ts'

/** One JSON line per event on the console; debug lines are left out. */
export const systemLogger: Logger = {
  log(level, event, fields) {
    if (level === 'debug') return
    const line = JSON.stringify({ level, event: `portico.${event}`, ...fields })
    if (level === 'info') console.info(line)
    else console.error(line)
  },
}
