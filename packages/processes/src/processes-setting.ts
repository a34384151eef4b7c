import { availableParallelism } from 'node:os'

const MOST = 64

/** What the setting of the number of processes must be. */
export const EXPECTED_PROCESSES = `auto or a whole number from 1 to ${MOST}`

/** How many processes a setting wants; `auto` is one for each core that this process may use. Undefined for what is not allowed. */
export function readProcesses(text: string): number | undefined {
  if (text === 'auto') return Math.min(availableParallelism(), MOST)
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= MOST ? count : undefined
}

/** What a doctor says about the number of processes. */
export interface CoresFinding {
  /** `idle`: a note, no fault. */
  readonly state: 'ok' | 'idle' | 'wrong'
  readonly says: string
  readonly mend: string
}

/** What a machine could carry, beside what this setting wants. One process is no fault: others may be on the other cores. */
export function lookAtCores(setting: string, processes: number, cores: number): CoresFinding {
  const says = `${processes} ${processes === 1 ? 'process' : 'processes'} on ${cores} ${cores === 1 ? 'core' : 'cores'}`
  if (processes > cores)
    return { state: 'wrong', says, mend: `set ${setting}=auto: more than one on a core are slower` }
  if (processes < cores)
    return { state: 'idle', says: `${says}; ${setting}=auto would use all of them`, mend: '' }
  return { state: 'ok', says, mend: '' }
}
