import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { lookAtCores } from '@portico/processes'
import type { DoctorCheck } from '@portico/program'
import type { GateConfig } from './config.ts'
import { examineHooks } from './hooks/index.ts'
import { systemClock } from './platform/index.ts'
import { examineUpstreams } from './reverse-proxy/index.ts'

/** What the doctor of a gate looks at, beside what it looks at for every program. */
export function furtherChecks({
  hooks,
  protection,
  sso,
  processes,
}: Pick<GateConfig, 'hooks' | 'protection' | 'sso' | 'processes'>): () => Promise<readonly DoctorCheck[]> {
  const { host } = new URL(sso.program.baseUrl)
  return async () => [
    processCheck(processes, availableParallelism()),
    ...(protection.kind === 'reverse-proxy' ? await examineUpstreams(protection, host) : []),
    ...(hooks
      ? await examineHooks({ target: hooks.target, clock: systemClock, fetch, newId: () => randomUUID() })
      : []),
  ]
}

/** What this machine could carry. Fewer processes than cores are a note. */
function processCheck(processes: number, cores: number): DoctorCheck {
  const { state, says, mend } = lookAtCores('GATE_PROCESSES', processes, cores)
  const check = { id: 'processes', ok: state !== 'wrong', message: `${says}.` }
  return mend === '' ? check : { ...check, fix: mend }
}
