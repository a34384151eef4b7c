// better-auth behind the HTTP server of Node, with the options of the recipe.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { RECIPE, BASE_URL, PORT } = process.env
const file = join(RECIPE, 'better-auth.mjs')
const { options } = await import(pathToFileURL(file))
const load = createRequire(file)
const { betterAuth } = load('better-auth')
const { memoryAdapter } = load('better-auth/adapters/memory')
const tables = { user: [], session: [], account: [], verification: [] }
const auth = betterAuth({ ...options, database: memoryAdapter(tables) })

async function page(request) {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/api/auth/')) return auth.handler(request)
  const { headers } = request
  const session = await auth.api.getSession({ headers })
  const account = session && tables.account.find(({ userId }) => userId === session.user.id)
  if (account && pathname === '/refresh') {
    await auth.api.refreshToken({ body: { accountId: account.id }, headers })
    return new Response('refreshed')
  }
  if (account) return new Response(`Hello ${session.user.name}, your subject is ${account.accountId}`)
  const begun = await auth.api.signInSocial({
    body: { provider: 'portico', callbackURL: '/' },
    headers,
    asResponse: true,
  })
  const { url } = await begun.json()
  const cookies = begun.headers.getSetCookie().map((line) => ['set-cookie', line])
  return new Response(null, { status: 303, headers: [['location', url], ...cookies] })
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
