// The peer: npm oidc-provider in the same profile, with a plain PostgreSQL adapter. Plain JavaScript, so any Node runs it.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { Pool } from 'pg'

/** @type {import('./peer.ts').PeerSettings} */
const settings = JSON.parse(process.argv[2] ?? '{}')
const pool = new Pool({ connectionString: settings.databaseUrl, max: 10 })

const DAY_SECONDS = 24 * 60 * 60

const COLUMNS = 'payload, extract(epoch from consumed_at)::int as consumed'
const ALIVE = '(expires_at is null or expires_at > now())'

/** The plain adapter that the package asks for (https://github.com/panva/node-oidc-provider, `adapter`). */
class PostgresAdapter {
  #model

  constructor(model) {
    this.#model = model
  }
  async upsert(id, payload, expiresInSeconds) {
    const text = `insert into oidc (model, id, payload, grant_id, user_code, uid, expires_at)
      values ($1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 second')
      on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
        user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`
    const { grantId, userCode, uid } = payload
    await this.#query('upsert', text, id, JSON.stringify(payload), grantId, userCode, uid, expiresInSeconds)
  }
  find(id) {
    return this.#findBy('id', id)
  }
  findByUid(uid) {
    return this.#findBy('uid', uid)
  }
  findByUserCode(code) {
    return this.#findBy('user_code', code)
  }
  async consume(id) {
    await this.#query('consume', 'update oidc set consumed_at = now() where model = $1 and id = $2', id)
  }
  async destroy(id) {
    await this.#query('destroy', 'delete from oidc where model = $1 and id = $2', id)
  }
  async revokeByGrantId(grantId) {
    await this.#query('revoke', 'delete from oidc where model = $1 and grant_id = $2', grantId)
  }
  async #findBy(column, key) {
    const text = `select ${COLUMNS} from oidc where model = $1 and ${column} = $2 and ${ALIVE}`
    const [row] = await this.#query(`find by ${column}`, text, key)
    if (!row) return undefined
    return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed }
  }
  async #query(name, text, ...values) {
    const statement = { name, text, values: [this.#model, ...values] }
    return (await pool.query(statement)).rows
  }
}

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
const provider = new Provider(`http://localhost:${settings.port}`, {
  adapter: PostgresAdapter,
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
  // Citizens in memory: so the peer does not make the query that a deployment would make.
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => claimsOf(id) }),
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
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

function claimsOf(id) {
  return { sub: id, name: 'Ana Example', email: `${id}@example.test`, email_verified: true }
}

// Signs in the citizen of `login_hint`, and allows the request, as a person would on a page.
provider.use(async (ctx, next) => {
  if (!ctx.path.startsWith('/interaction/')) return next()
  const { params } = await provider.interactionDetails(ctx.req, ctx.res)
  const accountId = params.login_hint
  const grant = new provider.Grant({ accountId, clientId: params.client_id })
  grant.addOIDCScope(settings.scope)
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId }, consent })
})

createServer(provider.callback()).listen(settings.port, '127.0.0.1')
