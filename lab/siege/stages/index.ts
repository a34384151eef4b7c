/** Every stage of the siege, in the order in which they run. */
import type { Stage } from '../stage.ts'
import { citus } from './citus.ts'
import { clock } from './clock.ts'
import { disk } from './disk.ts'
import { enumeration } from './enumeration.ts'
import { failover } from './failover.ts'
import { flood } from './flood.ts'
import { handover } from './handover.ts'
import { kills } from './kills.ts'
import { limits } from './limits.ts'
import { oldPrimary } from './old-primary.ts'
import { patroniArchive } from './patroni-archive.ts'
import { postgres } from './postgres.ts'
import { program } from './program.ts'
import { programFailover } from './program-failover.ts'
import { races } from './races.ts'
import { recovery } from './recovery.ts'
import { rest } from './rest.ts'
import { restore } from './restore.ts'
import { smtp } from './smtp.ts'

export const stages: readonly Stage[] = [
  races,
  limits,
  kills,
  postgres,
  smtp,
  handover,
  clock,
  disk,
  rest,
  restore,
  recovery,
  flood,
  enumeration,
  program,
  failover,
  oldPrimary,
  programFailover,
  patroniArchive,
  citus,
]
