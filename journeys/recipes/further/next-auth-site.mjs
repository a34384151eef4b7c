// The pages of next-auth 4 behind the HTTP server of Node, with the options of the recipe.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { RECIPE, BASE_URL, PORT } = process.env
process.env.NEXTAUTH_URL = BASE_URL
const file = join(RECIPE, 'next-auth.mjs')
const { options } = await import(pathToFileURL(file))
const load = createRequire(file)
const nextAuth = load('next-auth').default
const { getServerSession } = load('next-auth/next')

/** What Next.js adds to requests and responses. */
async function likeNext(req, res) {
  const { pathname, searchParams } = new URL(req.url, BASE_URL)
  const cookies = (req.headers.cookie ?? '').split('; ').map((pair) => pair.split(/=(.*)/s).slice(0, 2))
  req.cookies = Object.fromEntries(cookies.map(([name, value = '']) => [name, decodeURIComponent(value)]))
  req.query = { ...Object.fromEntries(searchParams), nextauth: pathname.split('/').slice(3) }
  req.body = Object.fromEntries(new URLSearchParams(Buffer.concat(await req.toArray()).toString()))
  res.status = (code) => Object.assign(res, { statusCode: code })
  res.send = (body) => res.end(body)
  res.json = (body) => res.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  return pathname
}

createServer(async (req, res) => {
  const pathname = await likeNext(req, res)
  if (pathname.startsWith('/api/auth/')) return nextAuth(req, res, options)
  const session = await getServerSession(req, res, options)
  if (!session) return res.writeHead(303, { location: '/api/auth/signin' }).end()
  res.end(`Hello ${session.user.name}, your subject is ${session.subject}`)
}).listen(PORT)
