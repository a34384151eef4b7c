import { configFromEnv, createProgramSso } from '@portico/program'
import { citizenOf, optionalCitizen, requireCitizen, ssoRouter } from '@portico/program/express'
import { postgresStore, starterAccounts } from '@portico/program/postgres'
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const store = postgresStore(pool)
const sso = createProgramSso({ ...configFromEnv(), store, accounts: starterAccounts(pool), cookies: {} })
await sso.migrate()

/** The plates of each account. A program has a table for them. */
const plates = new Map<string, string[]>()
const platesOf = (accountId: string) => plates.get(accountId) ?? []

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Parking</title><main>${body}</main></html>`
const SIGN_OUT =
  '<form method="post" action="/api/v1/sso/logout?return_to=/"><button>Sign out</button></form>'

const app = express()
app.use(ssoRouter(sso))
// After a sign-out, the Back button shows no page of the citizen.
app.use((_req, res, next) => {
  res.set('cache-control', 'no-store')
  next()
})

// Everybody may open this page.
app.get('/', optionalCitizen(sso), (req, res) => {
  const name = req.citizen ? citizenOf(sso, req).account.name : null
  const signIn = '<a href="/api/v1/sso/login?return_to=/permits">Sign in</a>'
  res.send(page(name === null ? signIn : `<p>Hello ${escaped(name)}</p>${SIGN_OUT}`))
})

// A visitor is redirected to sign in, and comes back to this address with its query.
app.get('/permits', requireCitizen(sso), (req, res) => {
  const { account } = citizenOf(sso, req)
  const items = platesOf(account.id).map((plate) => `<li>${escaped(plate)}</li>`)
  const year = escaped(String(req.query['year'] ?? 'all years'))
  res.send(
    page(`<h1>Permits of ${escaped(account.name ?? 'you')}, ${year}</h1><ul>${items.join('')}</ul>
      <form method="post" action="/permits"><label>Plate <input name="plate"></label><button>Apply</button></form>
      <a href="/permits/plates.csv">Download</a>${SIGN_OUT}`),
  )
})

// A form needs no token: only a page of this program can send it.
app.post('/permits', requireCitizen(sso), express.urlencoded(), (req, res) => {
  const { accountId } = citizenOf(sso, req)
  plates.set(accountId, [...platesOf(accountId), String(req.body['plate'] ?? '')])
  res.redirect(303, '/permits')
})

app.get('/permits/plates.csv', requireCitizen(sso), (req, res) => {
  res.attachment('plates.csv').send(platesOf(citizenOf(sso, req).accountId).join('\n'))
})

// An event stream stays open. When the session ends, the program closes it.
app.get('/permits/events', requireCitizen(sso), async (req, res) => {
  const closed = new AbortController()
  res.once('close', () => closed.abort())
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  res.write(`data: ${platesOf(citizenOf(sso, req).accountId).length} permits\n\n`)
  await sso.whenRefused(req, closed.signal)
  res.end()
})

app.listen(Number(process.env['PORT'] ?? 3000))
