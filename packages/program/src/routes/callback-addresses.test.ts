import { expect, test } from 'vitest'
import { browserOf, type CookieBrowser, openedCallback } from '../../testing/cookie-browser.ts'
import { BASE, type TestProgram, testProgram } from '../../testing/program.ts'

/** Every way that a callback of cookie mode can end, and the address that the browser is left with. */

const LOGIN = '/api/v1/sso/login?return_to=%2Fpermits'
const CALLBACK = '/api/v1/sso/callback/'
const AGAIN = '__Host-portico-again'

interface Stage {
  readonly program: TestProgram
  readonly browser: CookieBrowser
  /** A callback of this browser, from the identity service. */
  readonly callback: (query?: string) => Promise<string>
  readonly declined: (error: string) => Promise<string>
}

function stageOf(changes: Parameters<typeof testProgram>[0] = {}): Stage {
  const program = testProgram({ cookies: {}, ...changes })
  const browser = browserOf(program.sso)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const begin = async (query = '') => (await browser.open(LOGIN + query)).headers.get('location') ?? ''
  return {
    ...{ program, browser },
    callback: async (query) => program.identity.authorize(await begin(query), citizen),
    declined: async (error) => program.identity.decline(await begin(), error),
  }
}

type Ending = readonly [
  string,
  string,
  number,
  (stage: Stage) => Promise<string | { readonly by: CookieBrowser; readonly callback: string }>,
]

const problem = (word: string) => `${BASE}${CALLBACK}?sso_error=${word}&return_to=%2Fpermits`

async function otherBrowser({ program, callback }: Stage, hasComeBefore: boolean) {
  const by = browserOf(program.sso)
  if (hasComeBefore) by.jar.set(AGAIN, '1')
  return { by, callback: await callback() }
}

const ENDINGS: readonly Ending[] = [
  ['signed in', `${BASE}/permits`, 303, ({ callback }) => callback()],
  [
    'the same again',
    `${BASE}/permits`,
    303,
    async ({ browser, callback }) => {
      const used = await callback()
      await browser.open(used)
      return used
    },
  ],
  [
    'used, with another code',
    `${BASE}/permits`,
    303,
    async ({ browser, callback }) => {
      const used = await callback()
      await browser.open(used)
      return used.replace(/code=[^&]*/, 'code=another')
    },
  ],
  [
    'too late',
    `${BASE}${LOGIN}`,
    303,
    async ({ program, callback }) => {
      const late = await callback()
      await program.clock.advance(600_001)
      return late
    },
  ],
  ['cancelled', problem('cancelled'), 200, ({ declined }) => declined('access_denied')],
  [
    'an error of the identity service',
    problem('unavailable'),
    503,
    ({ declined }) => declined('server_error'),
  ],
  [
    'an address of another account',
    problem('existing_account'),
    409,
    ({ program, callback }) => {
      program.accounts.emailBelongsToLocalAccount = async () => true
      return callback()
    },
  ],
  [
    'the identity service is away',
    problem('unavailable'),
    503,
    async ({ program, callback }) => {
      const back = await callback()
      program.identity.outage('500')
      return back
    },
  ],
  [
    'a forged token',
    problem('unavailable'),
    503,
    ({ program, callback }) => {
      program.identity.tamperNextIdToken('nonce')
      return callback()
    },
  ],
  ['another browser', `${BASE}${LOGIN}&again=1`, 303, (stage) => otherBrowser(stage, false)],
  ['another browser once more', problem('other_browser'), 400, (stage) => otherBrowser(stage, true)],
  [
    'a state that nobody knows',
    `${BASE}${CALLBACK}`,
    400,
    async () => `${CALLBACK}?code=x&state=${'A'.repeat(43)}`,
  ],
  ['a state that is none', `${BASE}${CALLBACK}`, 400, async () => `${CALLBACK}?code=x&state=x`],
  [
    'a problem beside a code',
    `${BASE}${CALLBACK}`,
    400,
    async () => `${CALLBACK}?sso_error=unavailable&return_to=%2Fpermits&code=x`,
  ],
]

// proves: program-callback-clean-address
test.each(ENDINGS)('%s ends at %s', async (_, end, status, prepare) => {
  const stage = stageOf()
  const prepared = await prepare(stage)
  const { by, callback } = typeof prepared === 'string' ? { by: stage.browser, callback: prepared } : prepared
  const { answer, address } = await openedCallback(by, callback, { 'sec-fetch-site': 'cross-site' })
  expect([new URL(address, BASE).href, answer.status]).toEqual([end, status])
  expect(address).not.toMatch(/(?:code|state)=/)
  if (answer.headers.has('location')) return
  // Loaded again, it is the same page, and asks nobody.
  const asked = stage.program.identity.log.length
  const again = await by.open(address)
  expect([again.status, again.headers.has('location')]).toEqual([status, false])
  expect(stage.program.identity.log).toHaveLength(asked)
})

test.each([
  'sso_error=unavailable',
  'return_to=%2Fpermits',
  'sso_error=unavailable&return_to=%2F%2Fevil.example',
  'sso_error=unavailable&return_to=https%3A%2F%2Fevil.example',
  'sso_error=unavailable&return_to=javascript%3Aalert(1)',
  'sso_error=unavailable&return_to=%2Fa&return_to=%2Fb',
  'sso_error=unavailable&sso_error=cancelled&return_to=%2Fpermits',
  'sso_error=constructor&return_to=%2Fpermits',
  'sso_error=%3Cscript%3E&return_to=%2Fpermits',
  'sso_error=&return_to=%2Fpermits',
])('what is not the address of such a page leads to the one of an unknown sign-in: %s', async (query) => {
  const { browser } = stageOf()
  const { answer, address } = await openedCallback(browser, `${CALLBACK}?${query}`)
  const text = await answer.text()
  expect([address, answer.status, /evil|script/.test(text)]).toEqual([`${BASE}${CALLBACK}`, 400, false])
})

test('an app has no such pages', async () => {
  const { address } = await openedCallback(browserOf(testProgram().sso), problem('unavailable'))
  expect(address).toBe(`${BASE}${CALLBACK}`)
})
