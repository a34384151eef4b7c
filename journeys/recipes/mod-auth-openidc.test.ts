import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTool, runTool } from '../deploy/tools.ts'
import { openFolder } from '../kit/folder.ts'
import { EXPIRED_SECONDS, expectFour, MISSING, NAME, RECIPES, type Running, startRecipe } from './stage.ts'

/** Apache with mod_auth_openidc of this system, before a back end that says which headers it got. */

const apache = findTool('apache2') ?? ''
const MODULES = '/usr/lib/apache2/modules'
const isMissing = !existsSync(apache) || !existsSync(`${MODULES}/mod_auth_openidc.so`)
const title = (name: string) => (isMissing ? `${name} (${MISSING})` : name)
const folder = openFolder()
const servers: Server[] = []

let recipe: Running

beforeAll(async () => {
  if (!isMissing) recipe = await startApache()
})
afterAll(async () => {
  await recipe?.close()
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

let asked = 0

const backEnd: RequestListener = ({ headers }, res) => {
  asked += 1
  const { oidc_claim_sub, oidc_claim_name, oidc_access_token } = headers
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ sub: oidc_claim_sub, name: oidc_claim_name, token: oidc_access_token }))
}

async function passOn(to: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { authorization = '', 'content-type': type = '' } = req.headers
  const body = Buffer.concat(await req.toArray())
  const headers = { authorization, 'content-type': type }
  const answer = await fetch(to + (req.url ?? ''), { method: 'POST', headers, body })
  res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
}

/** The module asks only https addresses for introspection. */
async function startTlsFront(target: () => string): Promise<number> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject]
  await runTool('openssl', ['req', ...options, '-keyout', key, '-out', cert])
  return listen(
    createSecureServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (req, res) => void passOn(target(), req, res),
    ),
  )
}

const LOADED = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'proxy', 'proxy_http', 'auth_openidc']

async function startApache(): Promise<Running> {
  const [site, front] = [
    await listen(createServer(backEnd)),
    await startTlsFront(() => recipe.service.baseUrl),
  ]
  const lines = [
    ...['ServerName localhost', `DefaultRuntimeDir ${folder}`, `PidFile ${folder}/apache.pid`],
    ...[`ErrorLog ${folder}/error.log`, 'LogLevel warn', 'Listen 127.0.0.1:${PORT}'],
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    ...LOADED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `OIDCCABundlePath ${folder}/cert.pem`,
    `Include ${RECIPES}/mod-auth-openidc/site.conf`,
  ]
  const configuration = join(folder, 'apache.conf')
  writeFileSync(configuration, `${lines.join('\n')}\n`)
  return startRecipe(
    { command: apache, args: ['-D', 'FOREGROUND', '-f', configuration] },
    {
      callback: '/signed-in',
      settings: {
        COOKIE_SECRET: 'a-secret-of-thirty-two-characters-or-more',
        BACK_END: `http://127.0.0.1:${site}`,
        INTROSPECTION_ENDPOINT: `https://localhost:${front}/api/integrations/introspect/`,
        // So that each request refreshes: Apache has the time of the machine.
        REFRESH_BEFORE_SECONDS: '900',
      },
    },
  )
}

const seen = (body: string) => JSON.parse(body) as { sub?: string; name?: string; token?: string }

test.skipIf(isMissing)(
  title(
    'mod_auth_openidc signs in, believes no header of a visitor, refreshes, guards an API by introspection, and ends the session',
  ),
  async () => {
    const begin = await recipe.open('/')
    expectFour(begin.location)
    const first = seen((await recipe.enter(begin)).body)
    expect([first.sub, Buffer.from(first.name ?? '', 'latin1').toString()]).toEqual([recipe.subject, NAME])
    const forged = await recipe.site.get('/', { headers: { OIDC_CLAIM_sub: 'forged' } })
    expect(seen(forged.body).sub).toBe(recipe.subject)

    recipe.service.clock.advance(EXPIRED_SECONDS)
    const token = seen((await recipe.open('/')).body).token ?? ''
    expect(token).not.toBe(first.token)
    const api = (bearer: string) =>
      fetch(`${recipe.base}/api/`, { headers: { authorization: `Bearer ${bearer}` } }).then(
        ({ status }) => status,
      )
    expect(await api(token)).toBe(200)
    expect(await api(first.token ?? '')).toBe(401)

    await recipe.signOut()
    expect(await api(token)).toBe(401)
    const before = asked
    expect((await recipe.open('/')).location).toContain(`${recipe.service.baseUrl}/o/authorize/`)
    expect(asked, 'the back end is not asked for a session that has ended').toBe(before)
  },
)
