import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { hasPackage, MISSING, NAME, RECIPES, type Running, startRecipe } from './stage.ts'

/** The recipes for Node, each as a process of its own, with the real identity service. */

const SECRET = 'a secret of thirty-two characters or more'
/** A little longer than an access token is valid. */
const EXPIRED_SECONDS = 901

let recipe: Running | undefined

afterEach(async () => {
  await recipe?.close()
  recipe = undefined
})

const file = (name: string) => ({ node: join(RECIPES, name, 'server.mjs') })

/** Skips the test, and says so in its name, where a package is not there. */
const given = (...packages: readonly string[]) =>
  packages.every(hasPackage)
    ? { isMissing: false, title: (name: string) => name }
    : { isMissing: true, title: (name: string) => `${name} (${MISSING})` }

const plain = given('openid-client')
test.skipIf(plain.isMissing)(plain.title('openid-client signs in, refreshes and introspects'), async () => {
  recipe = await startRecipe(file('openid-client'))
  await seeAll(recipe)
})

const express = given('express', 'express-openid-connect')
test.skipIf(express.isMissing)(
  express.title('express-openid-connect signs in, refreshes and introspects'),
  async () => {
    recipe = await startRecipe(file('express-openid-connect'), { settings: { COOKIE_SECRET: SECRET } })
    await seeAll(recipe)
  },
)

async function seeAll(running: Running): Promise<void> {
  const begin = await running.open('/')
  expectFour(begin.location)
  expect((await running.enter(begin)).body).toBe(`Hello ${NAME}, your subject is ${running.subject}`)
  running.service.clock.advance(EXPIRED_SECONDS)
  expect(await running.check()).toEqual({ active: false })
  expect((await running.open('/refresh')).body).toBe('refreshed')
  expect(await running.check()).toEqual({ active: true })
  await running.signOut()
  expect(await running.check()).toEqual({ active: false })
}

/** What a program must ask for, besides Basic, which the exchange of the code shows. */
function expectFour(location: string | undefined): void {
  const asked = new URL(location ?? '').searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('nonce')).toMatch(/./)
  expect(asked.get('state')).toMatch(/./)
  expect(asked.get('scope')?.split(' ')).toContain('offline_access')
}

const authJs = given('@auth/core')
test.skipIf(authJs.isMissing)(authJs.title('Auth.js signs in, refreshes and introspects'), async () => {
  const settings = { AUTH_SECRET: SECRET, REFRESH_BEFORE_SECONDS: '900' }
  recipe = await startRecipe(file('auth-js'), { callback: '/auth/callback/portico', settings })
  const begin = await recipe.site.submit(await recipe.open('/'), {}, { button: 'Sign in with Portico' })
  expectFour(begin.location)
  const home = await recipe.enter(begin)
  expect(home.body).toBe(`Hello ${NAME}, your subject is ${recipe.subject}`)
  recipe.service.clock.advance(EXPIRED_SECONDS)
  await recipe.open('/')
  expect(await recipe.check()).toEqual({ active: true })
  await recipe.signOut()
  expect((await recipe.open('/')).url).toContain('/auth/signin')
})
