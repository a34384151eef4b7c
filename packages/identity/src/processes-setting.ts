import { EXPECTED_PROCESSES, readProcesses } from '@portico/processes'
import type { SettingReader } from './settings.ts'

const NAME = 'PORTICO_PROCESSES'

/** Reads how many processes of the service run on its port. */
export function processesOf(settings: SettingReader): number {
  const given = settings.text(NAME, '1')
  const count = readProcesses(given)
  if (count === undefined)
    settings.fault(`${NAME} is ${JSON.stringify(given)}; set it to ${EXPECTED_PROCESSES}`)
  return count ?? 1
}
