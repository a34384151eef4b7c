import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Another certified provider, npm oidc-provider, with the additions of our contract to the standards. */
export interface OtherProvider {
  readonly baseUrl: string
  readonly requests: readonly string[]
  /** Ends all sessions and grants. */
  endEverything(): void
  close(): Promise<void>
}

/** The citizen who is always signed in there. No sign-in page is shown. */
export const ANA = { sub: 'ana', name: 'Ana Example', email: 'ana@example.test' }

/**
 * Starts it on a free port. The configuration adds what the contract requires: `security_version` in ID tokens and in
 * introspection responses, `sid` in both (which it links to back-channel logout), profile claims in ID tokens, and
 * refresh tokens without a prompt for consent. It has no suspension and no security version of its own.
 */
export async function startOtherProvider(client: {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}): Promise<OtherProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  const kept = new Map<string, Kept>()
  const requests: string[] = []
  const provider = new Provider(baseUrl, { ...configurationOf(client), adapter: adapterOver(kept) })
  provider.use(async (ctx, next) => {
    requests.push(`${ctx.method} ${ctx.path}`)
    if (!ctx.path.startsWith('/interaction/')) return next()
    const grant = new provider.Grant({ accountId: ANA.sub, clientId: client.id })
    grant.addOIDCScope('openid profile email offline_access')
    const result = { login: { accountId: ANA.sub }, consent: { grantId: await grant.save() } }
    return provider.interactionFinished(ctx.req, ctx.res, result)
  })
  server.on('request', provider.callback())
  return {
    ...{ baseUrl, requests, endEverything: () => kept.clear() },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const OURS = { security_version: 3 }

function configurationOf({ id, secret, redirectUri }: { id: string; secret: string; redirectUri: string }) {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  return {
    clients: [
      {
        ...{ client_id: id, client_secret: secret, redirect_uris: [redirectUri], response_types: ['code'] },
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_basic',
        // Without this setting, ID tokens and introspection responses have no `sid`.
        backchannel_logout_uri: 'https://permits.example.test/never-called',
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub', 'security_version'],
      profile: ['name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    extraTokenClaims: () => OURS,
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...ANA, ...OURS, email_verified: true }),
    }),
    features: {
      backchannelLogout: { enabled: true },
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
    },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'the-key-there' }] },
    cookies: { keys: ['a key of a test'] },
    ttl: {
      AccessToken: 900,
      AuthorizationCode: 90,
      IdToken: 900,
      RefreshToken: 86_400,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 600,
    },
  }
}

type Kept = Record<string, unknown>

/** The store that the provider needs, in one map. */
function adapterOver(kept: Map<string, Kept>) {
  const find = (fits: (one: Kept) => boolean) => [...kept.values()].find(fits)
  return (model: string) => ({
    upsert: async (id: string, payload: Kept) => void kept.set(`${model}:${id}`, { ...payload, model }),
    find: async (id: string) => kept.get(`${model}:${id}`),
    findByUid: async (uid: string) => find((one) => one['model'] === model && one['uid'] === uid),
    findByUserCode: async () => undefined,
    consume: async (id: string) => void Object.assign(kept.get(`${model}:${id}`) ?? {}, { consumed: 1 }),
    destroy: async (id: string) => void kept.delete(`${model}:${id}`),
    async revokeByGrantId(grantId: string) {
      for (const [key, one] of kept) if (one['grantId'] === grantId) kept.delete(key)
    },
  })
}
