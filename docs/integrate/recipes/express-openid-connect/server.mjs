import express from 'express'
import openidConnect from 'express-openid-connect'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, COOKIE_SECRET, BASE_URL, PORT } = process.env

const app = express()
app.use(
  openidConnect.auth({
    issuerBaseURL: ISSUER,
    baseURL: BASE_URL,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    clientAuthMethod: 'client_secret_basic',
    secret: COOKIE_SECRET,
    // With a code, the library sends S256, state and nonce by itself.
    authorizationParams: { response_type: 'code', scope: 'openid profile email offline_access' },
    authRequired: true,
  }),
)

// Who has not verified the address is nobody here.
app.use(({ oidc }, res, next) => {
  if (oidc.user.email_verified === true) return next()
  res.status(403).send('Your address is not verified.')
})

app.get('/', ({ oidc }, res) => {
  res.type('text/plain').send(`Hello ${oidc.user.name}, your subject is ${oidc.user.sub}`)
})

app.get('/refresh', async ({ oidc }, res) => {
  await oidc.accessToken.refresh()
  res.send('refreshed')
})

/** The library has no introspection: one request with Basic. */
app.get('/check', async ({ oidc }, res) => {
  const credentials = [CLIENT_ID, CLIENT_SECRET].map(encodeURIComponent).join(':')
  const answer = await fetch(`${ISSUER}/api/integrations/introspect/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ token: oidc.accessToken.access_token }),
  })
  const { active } = await answer.json()
  res.json({ active })
})

app.listen(PORT)
