import type { Flaw } from './flaws.ts'
import { type CheckNeeds, checkIdToken } from './id-token-check.ts'

/** The simulator, as the program is told about it. */
export interface Identity {
  readonly url: string
  readonly client_id: string
  readonly client_secret: string
}

/** Whether the program has this flaw. */
export type HasFlaw = (flaw: Flaw) => boolean

/** What the small program asks the identity service. */
export type IdentityClient = ReturnType<typeof openIdentity>

/** Makes the client of the identity service. */
export function openIdentity(identity: Identity, has: HasFlaw) {
  let published: ReturnType<CheckNeeds['keys']> | undefined
  const basic = `Basic ${Buffer.from(`${identity.client_id}:${identity.client_secret}`).toString('base64')}`
  /** How long the program waits for the service. */
  const signal = (path = '') => {
    const isEndless = has(path === '/o/token/' ? 'no-time-limit-for-codes' : 'no-time-limit-for-checks')
    return AbortSignal.timeout(isEndless ? 60_000 : 3_000)
  }

  const post = (path: string, form: Record<string, string>) => {
    const inBody = has('secret-in-the-body') && path === '/o/token/'
    const { client_id, client_secret } = identity
    return fetch(identity.url + path, {
      method: 'POST',
      signal: signal(path),
      headers: inBody ? {} : { authorization: basic },
      body: new URLSearchParams(inBody ? { ...form, client_id, client_secret } : form),
    })
  }
  const keys: CheckNeeds['keys'] = async (again) => {
    if (again && !has('keys-read-once')) published = undefined
    published ??= fetch(`${identity.url}/o/.well-known/jwks.json`, { signal: signal() }).then(
      async (answer) => ((await answer.json()) as { keys: Awaited<ReturnType<CheckNeeds['keys']>> }).keys,
    )
    return published
  }
  return {
    ...identity,
    /** Exchanges a code. Throws where a check fails. */
    async redeem(form: Record<string, string>, nonce: string) {
      const answer = await post('/o/token/', { grant_type: 'authorization_code', ...form })
      if (answer.status !== 200) throw new Error(`token endpoint: ${answer.status}`)
      const tokens = (await answer.json()) as Record<string, unknown>
      if (tokens['id_token'] === undefined && has('no-id-token-needed'))
        return { claims: { sub: 'somebody' }, tokens }
      const needs = { issuer: identity.url, clientId: identity.client_id, nonce, keys, has }
      return { claims: await checkIdToken(needs, String(tokens['id_token'])), tokens }
    },
    /** Renews the central tokens; nothing where that is not possible now. */
    async refresh(token: string): Promise<Record<string, unknown> | undefined> {
      const answer = await post('/o/token/', { grant_type: 'refresh_token', refresh_token: token }).catch(
        () => undefined,
      )
      return answer?.status === 200 ? ((await answer.json()) as Record<string, unknown>) : undefined
    },
    /** Whether a token is active; the status of the answer, or `away`, where that is not known. */
    async introspect(token: string): Promise<boolean | number | 'away'> {
      try {
        const answer = await post('/api/integrations/introspect/', { token })
        if (answer.status !== 200) return answer.status
        return ((await answer.json()) as { active: boolean }).active
      } catch {
        return 'away'
      }
    },
  }
}
