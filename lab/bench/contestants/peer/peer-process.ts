// The peer: npm oidc-provider in our profile, on a plain PostgreSQL adapter.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { Pool } from 'pg'
import { PEER_SCOPE, type PeerSettings } from './peer-settings.ts'
import { PostgresAdapter } from './postgres-adapter.ts'

const settings = JSON.parse(process.argv[2] ?? '{}') as PeerSettings

const DAY_SECONDS = 24 * 60 * 60

function createProvider(pool: Pool): Provider {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  return new Provider(`http://localhost:${settings.port}`, {
    adapter: (model: string) => new PostgresAdapter(pool, model),
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [settings.redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    // Citizens in memory: the peer is spared the look that a deployment would pay for.
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => claimsOf(id) }),
    interactions: { url: (_ctx: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'bench' }] },
    cookies: { keys: ['a key of the bench'] },
    ttl: {
      AccessToken: 900,
      AuthorizationCode: 90,
      IdToken: 900,
      RefreshToken: 14 * DAY_SECONDS,
      Session: 14 * DAY_SECONDS,
      Grant: 14 * DAY_SECONDS,
      Interaction: 600,
    },
  })
}

function claimsOf(id: string): object {
  return { sub: id, name: 'Ana Example', email: `${id}@example.test`, email_verified: true }
}

/** Signs in whom `login_hint` names, and allows what is asked: what a person would do on a page. */
function answerInteractions(provider: Provider): void {
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next()
    const { params } = await provider.interactionDetails(ctx.req, ctx.res)
    const accountId = params.login_hint
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope(PEER_SCOPE)
    const consent = { grantId: await grant.save() }
    await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId }, consent })
  })
}

const { socketDir: host, postgresPort: port, user, database } = settings
const provider = createProvider(new Pool({ host, port, user, database, max: 10 }))
answerInteractions(provider)
createServer(provider.callback()).listen(settings.port, '127.0.0.1')
