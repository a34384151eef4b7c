import { expect, test } from 'vitest'
import { browserOf } from '../../testing/cookie-browser.ts'
import { BASE, proof, testProgram } from '../../testing/program.ts'

const parameterOf = (url: string | null | undefined, name: string) =>
  new URL(url ?? '').searchParams.get(name)
const localesOf = (url: string | null | undefined) => parameterOf(url, 'ui_locales')
const promptOf = (url: string | null | undefined) => parameterOf(url, 'prompt')

async function begin(wishes: Readonly<Record<string, unknown>>) {
  const { challenge } = await proof()
  const body = { return_uri: `${BASE}/signed-in`, code_challenge: challenge, ...wishes }
  const response = await testProgram().ask('POST', 'begin/', { body })
  const { authorization_url: url } = (await response.clone().json()) as { authorization_url?: string }
  return { response, url }
}

const login = (query: string) =>
  browserOf(testProgram({ cookies: {} }).sso).open(`/api/v1/sso/login?return_to=%2Fpermits${query}`)

test('the languages of an app reach the identity service, also some that nobody has', async () => {
  for (const languages of ['ar', 'ar de-CH zh-Hans', 'tlh']) {
    const { response, url } = await begin({ ui_locales: languages })
    expect([response.status, localesOf(url)]).toEqual([200, languages])
  }
})

test('without wishes, nothing is said of languages or of a new account', async () => {
  for (const url of [(await begin({})).url, (await login('')).headers.get('location')])
    expect([localesOf(url), promptOf(url)]).toEqual([null, null])
})

test('an app and a link may ask for the form of a new account', async () => {
  const { response, url } = await begin({ prompt: 'create', ui_locales: 'de' })
  expect([response.status, promptOf(url), localesOf(url)]).toEqual([200, 'create', 'de'])
  const begun = await login('&prompt=create')
  expect([begun.status, promptOf(begun.headers.get('location'))]).toEqual([303, 'create'])
})

test.each([[undefined], [[]], [['none', 'login']], ['create'], [null], [[['create']]], [{ create: true }]])(
  'an identity service whose list of prompts is %j gets a sign-in, and no word that it would refuse',
  async (offered) => {
    const { identity, another } = testProgram({ cookies: {} })
    const sso = another({
      fetch: async (input, init) => {
        const metadata = (await (await identity.fetch(input, init)).json()) as object
        return Response.json(Object.assign(metadata, { prompt_values_supported: offered }))
      },
    })
    const begun = await browserOf(sso).open('/api/v1/sso/login?return_to=%2Fpermits&prompt=create')
    const url = begun.headers.get('location')
    expect([begun.status, promptOf(url), parameterOf(url, 'response_type')]).toEqual([303, null, 'code'])
  },
)

test.each(['none', 'login', 'consent', 'create none', 'Create', '', null, 1, ['create'], true])(
  'an app cannot ask for prompt %j, which decides who enters',
  async (prompt) => {
    const { response, url } = await begin({ prompt })
    expect([response.status, url]).toEqual([400, undefined])
    expect(await response.json()).toMatchObject({
      code: 'invalid_json',
      hint: expect.stringContaining('prompt must be "create"'),
    })
  },
)

test.each(['none', 'login', 'create%20none', ''])(
  'a link with prompt=%s signs in all the same',
  async (prompt) => {
    const begun = await login(`&prompt=${prompt}`)
    expect([begun.status, promptOf(begun.headers.get('location'))]).toEqual([303, null])
  },
)

test.each([
  ['no text', 7],
  ['null', null],
  ['a list', ['ar']],
  ['nothing', ''],
  ['two spaces', 'ar  de'],
  ['a space at the end', 'ar '],
  ['a header', 'ar\r\nx: y'],
  ['another parameter', 'ar&prompt=none'],
  ['eleven', Array(11).fill('de').join(' ')],
  ['one that is too long', 'a'.repeat(36)],
])('an app that sends %s is told so, and nothing begins', async (_, languages) => {
  const { response, url } = await begin({ ui_locales: languages })
  expect([response.status, url]).toEqual([400, undefined])
  expect(await response.json()).toMatchObject({ code: 'invalid_json' })
})

test('a link of a page brings the language of the page', async () => {
  const begun = await login('&ui_locales=ar%20de')
  expect([begun.status, localesOf(begun.headers.get('location'))]).toEqual([303, 'ar de'])
})

test.each([
  '&ui_locales=',
  '&ui_locales=ar&ui_locales=de',
  '&ui_locales=%22%3E%3Cb%3E',
  '&ui_locales=ar%26prompt%3Dnone',
  `&ui_locales=${'de%20'.repeat(300)}`,
])('a link with %s signs in all the same, and passes none of it on', async (query) => {
  const location = (await login(query)).headers.get('location') ?? ''
  expect(localesOf(location)).toBeNull()
  expect(new URL(location).searchParams.get('prompt')).toBeNull()
})
