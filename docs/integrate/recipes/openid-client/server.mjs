import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import * as oidc from 'openid-client'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, BASE_URL, PORT } = process.env
const REDIRECT_URI = `${BASE_URL}/callback`

const config = await oidc.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  undefined,
  oidc.ClientSecretBasic(CLIENT_SECRET),
  // Only for an identity service on this machine. Leave it out where the address is https.
  ISSUER.startsWith('http://localhost') ? { execute: [oidc.allowInsecureRequests] } : {},
)

/** Use the sessions of your framework, with a store that outlives the process. */
const sessions = new Map()

function sessionOf(req, res) {
  const [, id] = /(?:^|; )session=([^;]+)/.exec(req.headers.cookie ?? '') ?? []
  return sessions.get(id) ?? newSession(res)
}

/** A sign-in gets a new cookie, so that nobody can know it from before. */
function newSession(res, content = {}) {
  const id = randomUUID()
  sessions.set(id, content)
  const secure = BASE_URL.startsWith('https:') ? '; Secure' : ''
  res.setHeader('set-cookie', `session=${id}; Path=/; HttpOnly; SameSite=Lax${secure}`)
  return content
}

const PAGES = {
  '/': async (_req, res, session) => {
    if (!session.tokens) return signIn(res, session)
    const { name, sub } = session.claims
    res.setHeader('content-type', 'text/plain; charset=utf-8').end(`Hello ${name}, your subject is ${sub}`)
  },
  '/callback': async (req, res, { checks }) => {
    const tokens = await oidc.authorizationCodeGrant(config, new URL(req.url, BASE_URL), checks)
    const claims = tokens.claims()
    if (claims.email_verified !== true) throw new Error('The address is not verified')
    newSession(res, { tokens, claims })
    res.writeHead(303, { location: '/' }).end()
  },
  '/refresh': async (_req, res, session) => {
    // The refresh token is used once: keep the new one.
    session.tokens = await oidc.refreshTokenGrant(config, session.tokens.refresh_token)
    res.end('refreshed')
  },
  '/check': async (_req, res, { tokens }) => {
    const { active } = await oidc.tokenIntrospection(config, tokens.access_token)
    res.end(JSON.stringify({ active }))
  },
}

async function signIn(res, session) {
  session.checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
    idTokenExpected: true,
  }
  const location = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email offline_access',
    state: session.checks.expectedState,
    nonce: session.checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(session.checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  res.writeHead(303, { location: location.href }).end()
}

createServer((req, res) => {
  const page = PAGES[new URL(req.url, BASE_URL).pathname]
  if (!page) return res.writeHead(404).end()
  page(req, res, sessionOf(req, res)).catch((error) => {
    console.error(error)
    res.writeHead(502).end('The sign-in did not work. Begin again at the first page.')
  })
}).listen(PORT)
