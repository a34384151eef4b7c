import { expect, test } from 'vitest'
import { testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

/** What the program's accounts learn of the language, at the first sign-in and at the next one. */
async function learned(locale: unknown) {
  const { sso, identity, accounts } = testProgram()
  const citizen = identity.addCitizen({ email: 'ana@example.test' })
  const told: (string | null)[] = []
  const { provision } = accounts
  accounts.provision = (who, tx) => {
    told.push(who.locale)
    return provision(who, tx)
  }
  accounts.onSignIn = async (_, who) => void told.push(who.locale)
  for (let at = 0; at < 2; at += 1) {
    identity.forgeNextIdToken(({ claims, keys }) => keys.sign({ ...claims, locale }))
    await signInThrough(sso, identity, citizen)
  }
  return told
}

// proves: program-locale
test.each(['de', 'zh-Hans', 'es-419', 'fr-CA'])(
  'the language %s comes back with the citizen, at each sign-in',
  async (tag) => {
    expect(await learned(tag)).toEqual([tag, tag])
  },
)

// proves: program-locale
test.each([
  [undefined],
  [null],
  [''],
  [7],
  [['de']],
  ['de,fr'],
  ['de; q=1'],
  ['"><b>'],
  ['de\r\nset-cookie: a=b'],
  ['../en'],
  ['d'],
  [`de-${'a'.repeat(9)}`],
  ['de-a-b-c-d-e-f'],
])('%j is no language: it is left out, and nobody is kept from signing in', async (locale) => {
  expect(await learned(locale)).toEqual([null, null])
})
