import { type ClientSecret, isLive, MOST_LIVE_SECRETS, saySecretFault } from '../clients/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { sha256 } from '../platform/secret.ts'
import type { SecretChange } from './client-change.ts'
import type { Fault } from './document.ts'
import type { WantedSecret } from './wanted.ts'

/** The time, and where a fault is told. */
interface PlanSecretsNeeds {
  readonly now: UnixSeconds
  readonly fault: (fault: Fault) => void
}

/** Compares the secrets that are handed in with those of the client, by their hashes. Others of the client stay. */
export function planSecrets(
  wanted: readonly WantedSecret[],
  stored: readonly ClientSecret[],
  { now, fault }: PlanSecretsNeeds,
): readonly SecretChange[] {
  const changes = wanted.flatMap((one) => {
    const hash = sha256(one.value.reveal())
    const known = stored.find(({ secretHash }) => secretHash.equals(hash))
    const planned = known ? planKnown(one, known, now) : planNew(one, now)
    if (typeof planned !== 'string') return planned
    fault({ at: one.at, says: saySecretFault(planned) })
    return []
  })
  const live = stored.filter((secret) => isLive(secret, now)).length
  const added = changes.filter(({ kind }) => kind === 'add').length
  const last = wanted.at(-1)
  if (last && live + added > MOST_LIVE_SECRETS)
    fault({ at: last.at, says: saySecretFault('too-many-secrets') })
  return changes
}

function planNew(
  { label, value, until }: WantedSecret,
  now: UnixSeconds,
): readonly SecretChange[] | 'expired-already' {
  if (until !== undefined && until <= now) return 'expired-already'
  return [{ kind: 'add', label, value, expiresAt: until ?? null }]
}

/** One that has ended as the file says needs nothing; one that has ended otherwise does not come back. */
function planKnown(
  { label, until }: WantedSecret,
  known: ClientSecret,
  now: UnixSeconds,
): readonly SecretChange[] | 'ended-secret' | 'expired-already' {
  const { secretId, expiresAt: before } = known
  if (until === undefined ? isLive(known, now) : until === before) return []
  if (until === undefined || !isLive(known, now)) return 'ended-secret'
  if (until <= now) return 'expired-already'
  return [{ kind: 'end', label, secretId, before, expiresAt: until }]
}
