import { EPOCH, type UnixSeconds } from '../platform/clock.ts'
import type { Basics, Foundation } from '../platform/foundation.ts'
import { type Awaitable, accepted, type Result, refused } from '../platform/result.ts'
import { constantTimeEqual, sha256, sha256Key } from '../platform/secret.ts'
import { readBasicCredentials } from './basic-credentials.ts'
import type { Client } from './client.ts'
import { LAST_USED_SECONDS } from './client-secret.ts'
import { findSecretsWithClient, type SecretWithClient, touchClientSecret } from './client-secret-store.ts'
import { type NamingRequest, noteEndedSecret, wronglyNamed } from './note-refusal.ts'
import { createWrongSecretNotes, type WrongSecretNotes } from './wrong-secret-notes.ts'

const MOST_REMEMBERED = 10_000
const NO_SECRET_HASH = sha256('no client has this secret')

/** An authenticated client at one revision. A statement that answers the client compares the revision. */
export type AuthenticatedClient = Pick<
  Client,
  'clientId' | 'revision' | 'tokenLimitPerMinute' | 'introspectionLimitPerMinute'
>

/**
 * Authenticates confidential clients by HTTP Basic (RFC 6749 section 2.3.1, RFC 7617). It remembers a right header
 * under its hash, with the client's revision. A caller compares the revision in its own statement and asks again with
 * `fresh` where it differs. So a change by any process counts at once.
 */
export interface ClientAuthenticator {
  /** Gives no promise where the header is remembered. `from` is read where the audit names the request. */
  authenticate(
    authorization: string | undefined,
    memory?: 'remembered' | 'fresh',
    from?: NamingRequest,
  ): Awaitable<ProvenClient>
}

/** The client that sent a request, or that it did not authenticate. */
export type ProvenClient = Result<AuthenticatedClient, 'invalid-client'>

interface Proof {
  readonly client: AuthenticatedClient
  readonly secretId: string
  readonly expiresAt: UnixSeconds | null
  touchedAt: UnixSeconds
}

/** Makes the authenticator of one process. */
export function createClientAuthenticator(given: Basics & Pick<Foundation, 'log'>): ClientAuthenticator {
  const needs = { ...given, wrongSecrets: createWrongSecretNotes(given) }
  const proofs = new Map<string, Proof>()
  const proveAnew = async (
    authorization: string,
    now: UnixSeconds,
    from: NamingRequest | undefined,
  ): Promise<ProvenClient> => {
    const key = sha256Key(authorization)
    const proof = await prove(needs, authorization, { now, from })
    if (!proof) {
      proofs.delete(key)
      return refused('invalid-client')
    }
    if (proofs.size >= MOST_REMEMBERED) proofs.clear()
    proofs.set(key, proof)
    touch(needs, proof, now)
    return accepted(proof.client)
  }
  return {
    authenticate(authorization, memory = 'remembered', from) {
      if (authorization === undefined) return refused('invalid-client')
      const now = needs.clock.now()
      const known = memory === 'remembered' ? proofs.get(sha256Key(authorization)) : undefined
      if (!known || isOver(known, now)) return proveAnew(authorization, now, from)
      touch(needs, known, now)
      return accepted(known.client)
    },
  }
}

function isOver(proof: Proof, now: UnixSeconds): boolean {
  return proof.expiresAt !== null && proof.expiresAt <= now
}

async function prove(
  needs: Basics & { readonly wrongSecrets: WrongSecretNotes },
  authorization: string,
  { now, from }: { readonly now: UnixSeconds; readonly from: NamingRequest | undefined },
): Promise<Proof | undefined> {
  const credentials = readBasicCredentials(authorization)
  const secrets = await findSecretsWithClient(needs.db, credentials?.clientId ?? '')
  const secret = matching(secrets, sha256(credentials?.clientSecret ?? ''))
  if (!secret) {
    const client = wronglyNamed(secrets)
    // No request waits for it, so that it tells nobody by its time which clients there are.
    if (client)
      needs.wrongSecrets.note(client, now, from && { address: from.address, requestId: from.requestId })
    return undefined
  }
  if (secret.disabledAt !== null) return undefined
  const { clientId, revision, tokenLimitPerMinute, introspectionLimitPerMinute, secretId, expiresAt } = secret
  const client = { clientId, revision, tokenLimitPerMinute, introspectionLimitPerMinute }
  const proof = { client, secretId, expiresAt, touchedAt: EPOCH }
  if (!isOver(proof, now)) return proof
  await noteEndedSecret(needs, secret, now)
  return undefined
}

/** Compares with every secret, and with one that nobody has, so that an unknown client takes the same time. */
function matching(secrets: readonly SecretWithClient[], hash: Buffer): SecretWithClient | undefined {
  let found: SecretWithClient | undefined
  constantTimeEqual(NO_SECRET_HASH, hash)
  for (const secret of secrets) {
    if (constantTimeEqual(secret.secretHash, hash)) found = secret
  }
  return found
}

/** Stores when a secret was last used, at most once a minute. No request waits for it. */
function touch(needs: Basics, proof: Proof, now: UnixSeconds): void {
  if (now < proof.touchedAt + LAST_USED_SECONDS) return
  proof.touchedAt = now
  const { secretId, client } = proof
  touchClientSecret(needs.db, { clientId: client.clientId, secretId }, now).catch(() => {
    proof.touchedAt = EPOCH
  })
}
