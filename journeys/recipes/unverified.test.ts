import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { stop } from '../../lab/kit/child-process.ts'
import { openFolder } from '../../lab/kit/folder.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { serveIdentity } from '../../packages/program/testing/served-identity.ts'
import { navigate } from '../gate/page-browser.ts'
import { buildGo, hasGo } from './build-go.ts'
import { hasPackage, launchRecipe, MISSING, type Program, RECIPES, TOOLS } from './stage.ts'

/** The recipes before a provider that says of a citizen that the address is not verified. */

const SECRET = 'a secret of thirty-two characters or more'
const python = join(TOOLS, 'python/bin/python')
const folder = openFolder()

const node = (name: string) => async () => ({ node: join(RECIPES, name, 'server.mjs') })
const goProgram = (name: string) => async () => ({ command: await buildGo(join(RECIPES, name), folder) })

const PROGRAMS: readonly { name: string; isThere: boolean; program(): Promise<Program> }[] = [
  { name: 'openid-client', isThere: hasPackage('openid-client'), program: node('openid-client') },
  {
    name: 'express-openid-connect',
    isThere: hasPackage('express-openid-connect'),
    program: node('express-openid-connect'),
  },
  { name: 'auth-js', isThere: hasPackage('@auth/core'), program: node('auth-js') },
  {
    name: 'authlib',
    isThere: existsSync(python),
    program: async () => ({ command: python, args: [join(RECIPES, 'authlib/app.py')] }),
  },
  ...['go-oidc', 'zitadel-oidc'].map((name) => ({ name, isThere: hasGo, program: goProgram(name) })),
]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** OpenID Connect Core section 3.1.3.6. go-oidc is asked to compare it. */
const halfHash = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

/** Signs a citizen in. Returns what the first page then says. */
async function homeAfterSignIn(program: Program, isVerified: boolean): Promise<string> {
  const { identity, close } = await serveIdentity('localhost')
  const base = `http://localhost:${await freePort()}`
  const own = { ISSUER: identity.baseUrl, CLIENT_ID: identity.clientId, CLIENT_SECRET: identity.clientSecret }
  const run = await launchRecipe(program, base, { ...own, COOKIE_SECRET: SECRET, AUTH_SECRET: SECRET })
  try {
    const site = new TestBrowser(base, undefined, navigate)
    const first = await site.get('/')
    const begun = first.location ? first : await site.submit(first, {}, { button: 'Sign in with Portico' })
    identity.forgeNextIdToken(({ claims, accessToken, keys }) =>
      keys.sign({ ...claims, at_hash: halfHash(accessToken), email_verified: isVerified }),
    )
    const citizen = identity.addCitizen({ email: 'ana@example.test', name: 'Ana' })
    await site.get(await identity.authorize(begun.location ?? '', citizen))
    return (await site.get('/')).body
  } finally {
    await stop(run)
    await close()
  }
}

// proves: threat-copied-files
describe.each(PROGRAMS)('$name', ({ isThere, program }) => {
  const title = (name: string) => (isThere ? name : `${name} (${MISSING})`)
  test.skipIf(!isThere)(title('lets in nobody whose address is not verified'), async () => {
    const started = await program()
    expect(await homeAfterSignIn(started, true)).toContain('Hello Ana')
    expect(await homeAfterSignIn(started, false)).not.toContain('Hello')
  })
})
