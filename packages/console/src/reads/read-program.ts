import {
  type Client,
  type ClientSecret,
  countedProgram,
  countOfClients,
  findClient,
  findClientSecrets,
  findCounters,
  findEndingSecrets,
  findWrongSecrets,
  type LatelyOfClient,
  namesOf,
  type OperatorOrigin,
  recordRead,
  type UnixSeconds,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { type Healths, healthOf, useOf, waysIn } from './program-health.ts'

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
  wrong: 'wrong-client-secret',
} as const

/** What is counted of a program. */
export type CountedOfProgram = keyof typeof LATELY

/** All that is counted. */
export const COUNTED_OF_PROGRAM: readonly CountedOfProgram[] = namesOf(LATELY)

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
  readonly health: Healths
  /** When it last sent a secret, whatever it asked: introspection, tokens, revocation or the feed. Exact to about a minute. */
  readonly lastCallAt: UnixSeconds | undefined
  /** When it last exchanged a code. Undefined where it did not since `since`. */
  readonly exchangedAt: UnixSeconds | undefined
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
  const { since, of } = await countOfClients(needs.db, now)
  const lately = of(clientId)
  const counts = countsOf(lately)
  const secrets = await findClientSecrets(needs.db, clientId)
  const ending = (await findEndingSecrets(needs.db, now)).filter((one) => one.clientId === clientId)
  const { liveSecrets, lastUsedAt } = useOf(secrets, now)
  const isSecretWrong = (await findWrongSecrets(needs.db, now)).some((one) => one.clientId === clientId)
  const known = { disabledAt: client.disabledAt, liveSecrets, lastUsedAt, isSecretWrong, ending }
  const { refused, all } = waysIn(lately.counts)
  return {
    ...{ client, counts, secrets, since, lastCallAt: lastUsedAt },
    faultRate: all === 0 ? undefined : refused / all,
    health: healthOf({ ...known, counts: lately.counts }, now),
    exchangedAt: lately.newestAt[LATELY.entered],
    limits: await limitsOf(needs, client, now),
  }
}

function countsOf({ counts }: LatelyOfClient): SeenProgram['counts'] {
  const of = (kind: CountedOfProgram) => counts[LATELY[kind]] ?? 0
  return {
    ...{ entered: of('entered'), connected: of('connected'), cancelled: of('cancelled') },
    ...{ givenBack: of('givenBack'), burned: of('burned'), replayed: of('replayed') },
    ...{ reused: of('reused'), refused: of('refused'), wrong: of('wrong') },
  }
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
