import { randomUUID } from 'node:crypto'
import type { DoctorCheck } from '@portico/program'
import type { GateConfig } from './config.ts'
import { examineHooks } from './hooks/index.ts'
import { systemClock } from './platform/index.ts'

/** What the doctor of a gate looks at, beside what it looks at for every program. */
export function furtherChecks({ hooks }: Pick<GateConfig, 'hooks'>): () => Promise<readonly DoctorCheck[]> {
  if (!hooks) return async () => []
  const { target } = hooks
  return () => examineHooks({ target, clock: systemClock, fetch, newId: () => randomUUID() })
}
