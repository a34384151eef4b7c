import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { isoInstant } from '../platform/own-data.ts'
import { isPrintable, readText } from '../platform/plain-text.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Secret } from '../platform/secret.ts'
import { type ChangeNeeds, noteChange } from './client-event.ts'
import {
  type AddedSecret,
  type ClientSecret,
  isLive,
  MOST_LIVE_SECRETS,
  mintClientSecret,
  readHandedSecret,
} from './client-secret.ts'
import * as store from './client-secret-store.ts'
import { raiseClientRevision } from './client-store.ts'

/** Why no secret was added. */
export type AddSecretRefusal = 'unknown-client' | 'too-many-secrets' | 'bad-label' | 'expired-already'

/** Why no secret was added that an operator hands in. `ended` is one that the client had, and that has ended. */
export type HandSecretRefusal = AddSecretRefusal | 'weak-secret' | 'known-secret' | 'ended-secret'

/** Why a secret was not ended. */
export type EndSecretRefusal = 'unknown-client' | 'unknown-secret' | 'expired-already'

const MOST_LABEL_CHARACTERS = 100

/** How long a secret is kept after its end: whoever still comes with it is told in the audit, and nobody can hand it in again. */
const KEPT_SECONDS = 365 * 24 * 60 * 60

/** What an operator decides about a new secret. */
type GivenSecret = Pick<ClientSecret, 'label' | 'expiresAt'>

/** Adds a secret to a client. The other secrets stay valid, so that the program can change over when it is ready. */
export async function addClientSecret(
  needs: ChangeNeeds,
  clientId: string,
  given: GivenSecret,
): Promise<Result<AddedSecret, AddSecretRefusal>> {
  const read = readGiven(given, needs.clock.now())
  if (!read.ok) return read
  const { secretId, clientSecret, secretHash } = mintClientSecret(needs.random)
  return needs.db.transaction(async (tx) => {
    const room = await makeRoom(tx, clientId, needs.clock.now())
    if (!room.ok) return room
    await insert({ ...needs, db: tx }, clientId, { ...read.value, secretId, secretHash })
    return accepted({ secretId, clientSecret })
  })
}

/** Adds a secret that an operator has from elsewhere. It is kept as its hash, as every other one. */
export async function handInClientSecret(
  needs: ChangeNeeds,
  clientId: string,
  { value, ...given }: GivenSecret & { readonly value: Secret },
): Promise<Result<Pick<AddedSecret, 'secretId'>, HandSecretRefusal>> {
  const now = needs.clock.now()
  const [read, handed] = [readGiven(given, now), readHandedSecret(needs.random, value)]
  if (!read.ok) return read
  if (!handed.ok) return handed
  const { secretId, secretHash } = handed.value
  return needs.db.transaction(
    async (tx): Promise<Result<{ readonly secretId: string }, HandSecretRefusal>> => {
      const room = await makeRoom(tx, clientId, now)
      if (!room.ok) return room
      const known = room.value.find((secret) => secret.secretHash.equals(secretHash))
      if (known) return refused(isLive(known, now) ? 'known-secret' : 'ended-secret')
      await insert({ ...needs, db: tx }, clientId, { ...read.value, secretId, secretHash })
      return accepted({ secretId })
    },
  )
}

/** Whether a new secret may have this label. */
export function isSecretLabel(given: string): boolean {
  return readLabel(given) !== undefined
}

function readLabel(given: string): string | undefined {
  const read = readText(given, MOST_LABEL_CHARACTERS)
  return read.ok && isPrintable(read.value) ? read.value : undefined
}

function readGiven(
  given: GivenSecret,
  now: UnixSeconds,
): Result<GivenSecret, 'bad-label' | 'expired-already'> {
  const { expiresAt } = given
  const label = readLabel(given.label)
  if (label === undefined) return refused('bad-label')
  if (expiresAt !== null && expiresAt <= now) return refused('expired-already')
  return accepted({ label, expiresAt })
}

/** Sees that a client may have one more secret. Returns those that it has, also the ended ones. */
async function makeRoom(
  tx: Database,
  clientId: string,
  now: UnixSeconds,
): Promise<Result<readonly ClientSecret[], 'unknown-client' | 'too-many-secrets'>> {
  // Raising the revision locks the client's row, so that two operators cannot both add the last secret.
  if (!(await raiseClientRevision(tx, clientId))) return refused('unknown-client')
  await store.deleteSecretsEndedBefore(tx, clientId, plusSeconds(now, -KEPT_SECONDS))
  const secrets = await store.findClientSecrets(tx, clientId)
  const live = secrets.filter((secret) => isLive(secret, now))
  return live.length >= MOST_LIVE_SECRETS ? refused('too-many-secrets') : accepted(secrets)
}

async function insert(
  needs: ChangeNeeds,
  clientId: string,
  secret: Pick<ClientSecret, 'secretId' | 'secretHash' | 'label' | 'expiresAt'>,
): Promise<void> {
  const { secretId, label } = secret
  await store.insertClientSecret(needs.db, clientId, { ...secret, createdAt: needs.clock.now() })
  await noteChange(needs, 'client-secret-added', clientId, { secret: secretId, label })
}

/** Sets when a secret ends: it is refused from then on. Processes that remember it look again. */
export async function endClientSecret(
  needs: ChangeNeeds,
  key: store.ClientSecretKey,
  expiresAt: UnixSeconds,
): Promise<Result<undefined, EndSecretRefusal>> {
  const { clientId, secretId } = key
  const now = needs.clock.now()
  if (expiresAt <= now) return refused('expired-already')
  return needs.db.transaction(async (tx) => {
    if (!(await raiseClientRevision(tx, clientId))) return refused('unknown-client')
    if (!(await store.endClientSecretAt(tx, key, { now, expiresAt }))) return refused('unknown-secret')
    const details = { secret: secretId, ends: isoInstant(expiresAt) }
    await noteChange({ ...needs, db: tx }, 'client-secret-end-set', clientId, details)
    return accepted(undefined)
  })
}

/** Retires a secret: it is refused from now on, whatever the clock of a machine says. Returns how many the client has left. */
export async function retireClientSecret(
  needs: ChangeNeeds,
  key: store.ClientSecretKey,
): Promise<Result<{ readonly secretsLeft: number }, 'unknown-client' | 'unknown-secret'>> {
  const { clientId, secretId } = key
  return needs.db.transaction(async (tx) => {
    if (!(await raiseClientRevision(tx, clientId))) return refused('unknown-client')
    if (!(await store.retireStoredSecret(tx, key))) return refused('unknown-secret')
    await noteChange({ ...needs, db: tx }, 'client-secret-retired', clientId, { secret: secretId })
    const [now, secrets] = [needs.clock.now(), await store.findClientSecrets(tx, clientId)]
    return accepted({ secretsLeft: secrets.filter((secret) => isLive(secret, now)).length })
  })
}
