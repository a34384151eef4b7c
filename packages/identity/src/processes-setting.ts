import { availableParallelism } from 'node:os'
import type { SettingReader } from './settings.ts'

const NAME = 'PORTICO_PROCESSES'
const MOST = 64

/** Reads how many processes of the service run on its port. `auto` is one for each core that this process may use. */
export function processesOf(settings: SettingReader): number {
  const given = settings.text(NAME, '1')
  if (given === 'auto') return Math.min(availableParallelism(), MOST)
  const count = /^\d{1,3}$/.test(given) ? Number(given) : 0
  if (count >= 1 && count <= MOST) return count
  settings.fault(`${NAME} is ${JSON.stringify(given)}; set it to auto or to a whole number from 1 to ${MOST}`)
  return 1
}
