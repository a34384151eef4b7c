import type { SpendsForCitizen } from '../moments/index.ts'
import { createRateLimits, findSpentLimit, type LimitAnswer, type LimitKind } from '../rate-limits/index.ts'
import type { ActsDatabase, Call } from './command.ts'

/**
 * How an act spends a limit: where the service counts it, in the database or in Redis, beside the transaction of the act, so that a refusal counts, too. An act that is only tried looks whether the
 * limit is spent; where Redis has the counters, it cannot see that.
 */
export function spendForCitizen(
  database: ActsDatabase,
  call: Pick<Call, 'config' | 'terminal' | 'openDatabase'>,
): SpendsForCitizen {
  return {
    spend: (kind, who) => (database.isTrial ? look(database, call, kind, who) : spend(call, kind, who)),
  }
}

type Spend = SpendsForCitizen['spend']

async function look(
  { db, clock }: ActsDatabase,
  { config }: Pick<Call, 'config'>,
  ...[kind, who]: Parameters<Spend>
): Promise<LimitAnswer> {
  const { limits } = config()
  const endsAt = await findSpentLimit({ db, clock, limits }, { kind, limit: await limitOf(kind), who })
  if (endsAt === undefined) return { allowed: true }
  return { allowed: false, retryAfterSeconds: Math.max(endsAt - clock.now(), 1), limit: kind }
}

async function limitOf(kind: LimitKind) {
  const { LIMITS } = await import('../rooms.ts')
  const limit = LIMITS[kind]
  if (!limit) throw new Error(`No room lists the limit ${kind}`)
  return limit
}

async function spend(
  { config, terminal, openDatabase }: Pick<Call, 'config' | 'terminal' | 'openDatabase'>,
  ...[kind, who]: Parameters<Spend>
): Promise<LimitAnswer> {
  const { LIMITS } = await import('../rooms.ts')
  const log = { info: () => undefined, warn: terminal.err, error: terminal.err }
  const limits = createRateLimits({ ...(await openDatabase()), ...config(), log, kinds: LIMITS })
  try {
    return await limits.spend(kind, who)
  } finally {
    await limits.close()
  }
}
