import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  EXPIRED_SECONDS,
  expectFour,
  hasPackage,
  MISSING,
  NAME,
  RECIPES,
  type Running,
  seeAll,
  startRecipe,
} from './stage.ts'

/** The recipes for Node, each as a process of its own, with the real identity service. */

const SECRET = 'a secret of thirty-two characters or more'

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
