import { randomUUID } from 'node:crypto'
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
}: Pick<GateConfig, 'hooks' | 'protection' | 'sso'>): () => Promise<readonly DoctorCheck[]> {
  const { host } = new URL(sso.program.baseUrl)
  return async () => [
    ...(protection.kind === 'reverse-proxy' ? await examineUpstreams(protection, host) : []),
    ...(hooks
      ? await examineHooks({ target: hooks.target, clock: systemClock, fetch, newId: () => randomUUID() })
      : []),
  ]
}
