import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import { type Repeating, repeat } from '../platform/jobs/repeat.ts'
import { gauge, type Metric } from '../platform/metric.ts'
import { isoInstant } from '../platform/own-data.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isRetired } from './client-secret.ts'
import { type EndingSecret, findEndingSecrets } from './ending-secrets.ts'
import { findWrongSecrets } from './wrong-secrets.ts'

const EVERY_MILLISECONDS = 10 * 60 * 1_000
const TOLD_AGAIN_SECONDS = 24 * 60 * 60

/**
 * Looks every ten minutes which secrets of programs end soon, or have ended and are still sent, and as which programs somebody came with a wrong one. The log names each once a day, and the
 * metric lets an alert watch the first end. While the database does not answer, the last answer counts.
 */
export function watchSecrets({
  reads,
  clock,
  log,
}: Pick<Foundation, 'clock' | 'log'> & { readonly reads: Database }): Repeating & {
  look(): Promise<void>
  readonly metrics: readonly Metric[]
} {
  const toldAt = new Map<string, UnixSeconds>()
  let firstEnd: UnixSeconds | undefined
  const look = async () => {
    const now = clock.now()
    const ending = await findEndingSecrets(reads, now)
    firstEnd = ending[0]?.expiresAt
    for (const [key, at] of toldAt) if (at + TOLD_AGAIN_SECONDS <= now) toldAt.delete(key)
    const tellOnce = (key: string, tellIt: () => void) => {
      if (toldAt.has(key)) return
      toldAt.set(key, now)
      tellIt()
    }
    for (const secret of ending) {
      const key = `${secret.clientId} ${secret.secretId} ${secret.expiresAt <= now}`
      tellOnce(key, () => tell(log, secret, now))
    }
    for (const { clientId, wrongSecretAt } of await findWrongSecrets(reads, now)) {
      if (wrongSecretAt <= plusSeconds(now, -TOLD_AGAIN_SECONDS)) continue
      tellOnce(clientId, () => log.warn('client-secret-wrong', { 'portico.client_id': clientId }))
    }
  }
  const repeating = repeat(log, {
    name: 'client-secrets',
    everyMilliseconds: EVERY_MILLISECONDS,
    async round() {
      await look()
      return 'done'
    },
  })
  const end = gauge(
    'portico_client_secret_end_timestamp_seconds',
    'The first end of a secret that a program needs, from two weeks before it; in the past where its program still sends it. No value where there is none.',
    () => firstEnd,
  )
  return { ...repeating, look, metrics: [end] }
}

function tell(log: Foundation['log'], secret: EndingSecret, now: UnixSeconds): void {
  const { clientId, secretId, expiresAt } = secret
  const isOver = expiresAt <= now
  const fields = {
    'portico.client_id': clientId,
    'portico.secret_id': secretId,
    ...(!isRetired(secret) && { 'portico.ends_at': isoInstant(expiresAt) }),
  }
  if (isOver) log.error('client-secret-ended', fields)
  else log.warn('client-secret-ends', fields)
}
