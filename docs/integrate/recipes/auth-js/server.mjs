import { createServer } from 'node:http'
import { Auth } from '@auth/core'
import { getToken } from '@auth/core/jwt'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, AUTH_SECRET, BASE_URL, PORT } = process.env
const { REFRESH_BEFORE_SECONDS = 60 } = process.env
const SECURE = BASE_URL.startsWith('https:')

const config = {
  basePath: '/auth',
  trustHost: true,
  useSecureCookies: SECURE,
  secret: AUTH_SECRET,
  providers: [
    {
      id: 'portico',
      name: 'Portico',
      type: 'oidc',
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      client: { token_endpoint_auth_method: 'client_secret_basic' },
      authorization: { params: { scope: 'openid profile email offline_access' } },
      // Without this line, Auth.js sends no nonce.
      checks: ['pkce', 'state', 'nonce'],
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
  callbacks: {
    signIn: ({ profile }) => profile?.email_verified === true,
    /** Runs at each look at the session. What it returns is in the encrypted cookie. */
    async jwt({ token, account, profile }) {
      if (account) return { name: profile.name, sub: profile.sub, ...tokensOf(account) }
      const isFresh = Date.now() / 1000 < token.expires_at - REFRESH_BEFORE_SECONDS
      return isFresh ? token : refreshed(token)
    },
    session: ({ session, token }) => ({ ...session, subject: token.sub }),
  },
}

const tokensOf = ({ access_token, refresh_token, expires_in }) => ({
  access_token,
  refresh_token,
  expires_at: Date.now() / 1000 + expires_in,
})

/** Auth.js leaves this to the application. A refused refresh token ends the session. */
async function refreshed(token) {
  const answer = await asClient('/o/token/', {
    grant_type: 'refresh_token',
    refresh_token: token.refresh_token,
  })
  return answer.error === 'invalid_grant' ? null : { ...token, ...tokensOf(answer) }
}

async function asClient(path, fields) {
  const credentials = [CLIENT_ID, CLIENT_SECRET].map(encodeURIComponent).join(':')
  const answer = await fetch(ISSUER + path, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams(fields),
  })
  if (answer.status >= 500) throw new Error(`The identity service answered ${answer.status}`)
  return answer.json()
}

async function page(request) {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/auth/')) return Auth(request, config)
  const session = await Auth(
    new Request(`${BASE_URL}/auth/session`, { headers: { cookie: request.headers.get('cookie') ?? '' } }),
    config,
  )
  const known = await session.json()
  // Auth.js renews its cookie here: pass it on, or a new refresh token is lost.
  const headers = session.headers.getSetCookie().map((line) => ['set-cookie', line])
  if (!known) return Response.redirect(`${BASE_URL}/auth/signin`, 303)
  if (pathname !== '/check')
    return new Response(`Hello ${known.user.name}, your subject is ${known.subject}`, { headers })
  const { access_token } = await getToken({ req: request, secret: AUTH_SECRET, secureCookie: SECURE })
  const { active } = await asClient('/api/integrations/introspect/', { token: access_token })
  return Response.json({ active }, { headers })
}

createServer(async (req, res) => {
  const body = req.method === 'POST' ? await new Response(req).arrayBuffer() : undefined
  const request = new Request(BASE_URL + req.url, { method: req.method, headers: req.headers, body })
  const answer = await page(request).catch((error) => {
    console.error(error)
    return new Response('The sign-in did not work.', { status: 502 })
  })
  res.statusCode = answer.status
  res.setHeaders(answer.headers)
  res.end(Buffer.from(await answer.arrayBuffer()))
}).listen(PORT)
