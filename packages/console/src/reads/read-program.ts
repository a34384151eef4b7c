import {
  type Client,
  type ClientSecret,
  countedProgram,
  countOfClient,
  findClient,
  findClientSecrets,
  findCounters,
  type LatelyOfClient,
  namesOf,
  type OperatorOrigin,
  recordRead,
  type UnixSeconds,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

/** What a program did lately, by the event of it. */
const LATELY = {
  entered: 'program-entered',
  connected: 'program-connected',
  cancelled: 'authorization-cancelled',
  givenBack: 'grant-revoked',
  burned: 'code-burned',
  replayed: 'code-replayed',
  reused: 'refresh-token-reused',
  refused: 'client-secret-refused',
} as const

/** What is counted of a program. */
export type CountedOfProgram = keyof typeof LATELY

/** All that is counted. */
export const COUNTED_OF_PROGRAM: readonly CountedOfProgram[] = namesOf(LATELY)

/** Those that a program in order never has: it sent what is used up, forged or over. */
const FAULTS: ReadonlySet<CountedOfProgram> = new Set(['burned', 'replayed', 'reused', 'refused'])

/** A limit of a program at one of the endpoints. */
export interface ProgramLimit {
  readonly endpoint: 'token' | 'introspection'
  readonly perMinute: number
  /** Null where all requests of its address are counted together, and the counter is not the program's. */
  readonly spent: number | null
}

/** A program as operators see it. */
export interface SeenProgram {
  readonly client: Client
  readonly secrets: readonly ClientSecret[]
  readonly limits: readonly ProgramLimit[]
  readonly since: UnixSeconds
  readonly counts: Readonly<Record<CountedOfProgram, number>>
  /** The share of its ways in that failed by a fault of the program, from 0 to 1. Undefined where there were none. */
  readonly faultRate: number | undefined
}

/** One program: how it authenticates, what it did lately, and its limits. The look is in the audit. Undefined where there is none with this id. */
export async function readProgram(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random' | 'config'>,
  by: OperatorOrigin,
  clientId: string,
): Promise<SeenProgram | undefined> {
  const now = needs.clock.now()
  const client = await findClient(needs.db, clientId)
  if (!client) return undefined
  await recordRead({ ...needs, by }, { command: 'console program', clientId })
  const lately = await countOfClient(needs.db, { clientId, now })
  const counts = countsOf(lately)
  return {
    ...{ client, counts, since: lately.since, faultRate: faultRateOf(counts) },
    secrets: await findClientSecrets(needs.db, clientId),
    limits: await limitsOf(needs, client, now),
  }
}

function countsOf({ counts }: LatelyOfClient): SeenProgram['counts'] {
  const of = (kind: CountedOfProgram) => counts[LATELY[kind]] ?? 0
  return {
    ...{ entered: of('entered'), connected: of('connected'), cancelled: of('cancelled') },
    ...{ givenBack: of('givenBack'), burned: of('burned'), replayed: of('replayed') },
    ...{ reused: of('reused'), refused: of('refused') },
  }
}

function faultRateOf(counts: SeenProgram['counts']): number | undefined {
  const faults = [...FAULTS].reduce((sum, kind) => sum + counts[kind], 0)
  const all = counts.entered + faults
  return all === 0 ? undefined : faults / all
}

async function limitsOf(
  { db, config: { limits } }: Pick<ConsoleNeeds, 'db' | 'config'>,
  { clientId, tokenLimitPerMinute, introspectionLimitPerMinute }: Client,
  now: UnixSeconds,
): Promise<readonly ProgramLimit[]> {
  const counterOf = {
    token: `token-per-ip ${countedProgram(clientId)}`,
    introspection: `introspect-per-ip ${countedProgram(clientId)}`,
  }
  const open = await findCounters(db, Object.values(counterOf), now)
  const limit = (
    endpoint: ProgramLimit['endpoint'],
    own: number | null,
    everybodys: number,
  ): ProgramLimit => {
    const spent = open.find(({ counter }) => counter === counterOf[endpoint])?.spent ?? 0
    return { endpoint, perMinute: own ?? everybodys, spent: own === null ? null : spent }
  }
  return [
    limit('token', tokenLimitPerMinute, limits.tokenPerIpMinute),
    limit('introspection', introspectionLimitPerMinute, limits.introspectPerIpMinute),
  ]
}
