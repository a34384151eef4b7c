import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { serveIdentity } from '../../packages/program/testing/served-identity.ts'
import { navigate } from '../gate/page-browser.ts'
import { stop } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { buildGo, hasGo } from './build-go.ts'
import { CLIENTS, FURTHER } from './further-clients.ts'
import { hasPackage, launchRecipe, MISSING, type Program, RECIPES, TOOLS } from './stage.ts'

/** The recipes before a provider that says of a citizen that the address is not verified, or sends another ID token. */

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
  ...CLIENTS.map(({ name, isThere, program }) => ({ name, isThere, program: async () => program })),
]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** OpenID Connect Core section 3.1.3.6. go-oidc is asked to compare it. */
const halfHash = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

/** What is wrong with an ID token, and which claims make it so. */
const WRONG: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'an address that is not verified': { email_verified: false },
  'the nonce of another sign-in': { nonce: 'another' },
  'another client': { aud: 'another' },
  'another issuer': { iss: 'https://another.example.test' },
}

/** Starts a program before the provider. Returns what its first page says after a sign-in with these claims. */
async function startBeforeProvider(program: Program) {
  const { identity, holdNext, close } = await serveIdentity('localhost')
  const base = `http://localhost:${await freePort()}`
  const own = { ISSUER: identity.baseUrl, CLIENT_ID: identity.clientId, CLIENT_SECRET: identity.clientSecret }
  const settings = { ...own, COOKIE_SECRET: SECRET, AUTH_SECRET: SECRET, RECIPE: FURTHER }
  const run = await launchRecipe(program, base, settings)
  const person = { email: 'ana@example.test', name: 'Ana' }
  const citizen = identity.addCitizen(person)
  const about = { ...person, sub: citizen.subject, email_verified: true }
  let told: Readonly<Record<string, unknown>> = about
  return {
    async homeAfterSignIn(changes: Readonly<Record<string, unknown>>): Promise<string> {
      const site = new TestBrowser(base, undefined, navigate)
      const first = await site.get('/')
      const begun = first.location ? first : await site.submit(first, {}, { button: 'Sign in with Portico' })
      identity.forgeNextIdToken(({ claims, accessToken, keys }) =>
        keys.sign({ ...claims, at_hash: halfHash(accessToken), ...changes }),
      )
      const userinfo = holdNext('/o/userinfo/')
      void userinfo.arrived.then(() => userinfo.release(Response.json(told)))
      told = { ...about, ...changes }
      // This provider knows one set of scopes.
      const address = new URL(begun.location ?? '')
      address.searchParams.set('scope', 'openid profile email offline_access')
      await site.get(await identity.authorize(address.href, citizen))
      return (await site.get('/')).body
    },
    async end(): Promise<void> {
      await stop(run)
      await close()
    },
  }
}

// proves: threat-copied-files
describe.each(PROGRAMS)('$name', ({ isThere, program }) => {
  const title = (name: string) => (isThere ? name : `${name} (${MISSING})`)
  test.skipIf(!isThere)(
    title('lets in nobody whose address is not verified, or by another ID token'),
    async () => {
      const { homeAfterSignIn, end } = await startBeforeProvider(await program())
      try {
        for (const [what, changes] of Object.entries(WRONG))
          expect(await homeAfterSignIn(changes), what).not.toContain('Hello')
        expect(await homeAfterSignIn({})).toContain('Hello Ana')
      } finally {
        await end()
      }
    },
  )
})
