import * as oidc from 'openid-client'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../../journeys/kit/until.ts'
import { openSimulator, postJson, type Simulator } from '../../../journeys/simulator.ts'
import { TestBrowser } from '../../identity/testing/test-browser.ts'
import { openSimulatedProgram } from '../testing/simulated-program.ts'
import { walk } from '../testing/walk.ts'

interface LoggedRequest {
  readonly status: number
  readonly form: Readonly<Record<string, string>>
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

// Time goes forward through the whole file, as it does for a developer. No test needs it at a certain place.
let opening: Promise<Simulator> | undefined
let simulator: Simulator

beforeEach(async () => {
  simulator = await (opening ??= openSimulator())
  await simulator.order('time', { program_clock: 'machine' })
})
afterAll(async () => {
  await simulator?.close()
})

async function openClient() {
  const { url, client_id: id, client_secret: secret } = simulator
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks]
  const config = await oidc.discovery(new URL(url), id, undefined, oidc.ClientSecretBasic(secret), {
    execute,
  })
  const browser = new TestBrowser(url)
  const begin = async () => {
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: 'http://localhost:8123/callback',
      scope: 'openid profile email offline_access',
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const { location = 'none:' } = await walk(simulator, browser, address.href)
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
    return {
      address: address.href,
      exchange: () => oidc.authorizationCodeGrant(config, new URL(location), checks),
    }
  }
  return { config, browser, begin }
}

// The machine's own time goes on between the steps, so each step leaves it half a minute or more.
test('an authorization code lives for 90 seconds', async () => {
  const { begin } = await openClient()
  const inTime = await begin()
  await simulator.forward(60)
  expect((await inTime.exchange()).claims()?.['email']).toBe('ana@example.test')
  const late = await begin()
  await simulator.forward(91)
  await expect(late.exchange()).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('an access token lives for 15 minutes, and its grant gives another one', async () => {
  const { config, begin } = await openClient()
  const tokens = await (await begin()).exchange()
  const isActive = async (token: string) => (await oidc.tokenIntrospection(config, token)).active
  await simulator.forward(14 * MINUTE)
  expect(await isActive(tokens.access_token)).toBe(true)
  await simulator.forward(MINUTE + 1)
  expect(await isActive(tokens.access_token)).toBe(false)
  const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(await isActive(renewed.access_token)).toBe(true)
})

test('a session lives for 14 days, and then the citizen signs in again', async () => {
  const { config, browser, begin } = await openClient()
  const first = await begin()
  const { refresh_token: token = '' } = await first.exchange()
  const sees = async () =>
    (await browser.get(first.address)).html.querySelector('input[type=password]') !== null
  await simulator.forward(13 * DAY)
  expect(await sees()).toBe(false)
  await simulator.forward(DAY + HOUR)
  expect(await sees()).toBe(true)
  await expect(oidc.refreshTokenGrant(config, token)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test.each([
  { page: '/recover/', lives: 30 * MINUTE, fields: { email: 'boris@example.test' } },
  {
    page: '/register/',
    lives: DAY,
    fields: { email: 'new@example.test', full_name: 'New Citizen' },
  },
])('the link of $page is valid until its time', async ({ page, lives, fields }) => {
  const browser = new TestBrowser(simulator.url)
  const links = async () => {
    const mails = (await (await fetch(`${simulator.mailbox_url}messages.json`)).json()) as {
      to: string
      links: string[]
    }[]
    return mails
      .filter(({ to }) => to === fields.email)
      .flatMap((mail) => mail.links.filter((link) => link.includes('link=')))
  }
  const ask = async () => {
    const known = await links()
    await browser.submit(await browser.get(page), fields)
    return until(`the letter of ${page}`, async () => (await links()).find((link) => !known.includes(link)))
  }
  const link = await ask()
  const opens = async () => (await browser.get(link)).html.querySelector('input[type=password]') !== null
  await simulator.forward(lives - MINUTE)
  expect(await opens()).toBe(true)
  await simulator.forward(2 * MINUTE)
  expect(await opens()).toBe(false)
})

test('a limit is over when its hour has passed', async () => {
  const ask = async () =>
    (await postJson(`${simulator.url}/api/v1/accounts/recover/`, { email: 'cedomila@example.test' })).status
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([202, 202, 202, 429])
  await simulator.forward(HOUR)
  expect(await ask()).toBe(202)
})

test('a program whose clock was not moved signs in weeks later, and sees that what was before has ended', async () => {
  const program = openSimulatedProgram(simulator)
  const before = await program.signIn()
  await simulator.forward(21 * DAY)
  expect(await program.guard(before)).toMatchObject({ status: 'signed_out', code: 'session_ended' })
  const after = await program.signIn()
  expect(await program.guard(after)).toMatchObject({ status: 'ok' })
})

test('a program whose clock goes along renews its tokens, until its own 14 days are over', async () => {
  const { time } = await simulator.order('time', { program_clock: 'simulator', forward_seconds: DAY })
  const program = openSimulatedProgram(simulator)
  program.forward(time.ahead_seconds)
  const asked = async () =>
    ((await (await fetch(`${simulator.url}/dev/requests`)).json()) as { requests: LoggedRequest[] }).requests
  const known = (await asked()).length
  const renewals = async () =>
    (await asked())
      .slice(known)
      .filter(({ form, status }) => form['grant_type'] === 'refresh_token' && status === 200)
  const { refresh_token: first } = await program.enter()
  const goOn = async (seconds: number, token: string) => {
    await simulator.forward(seconds)
    program.forward(seconds)
    const answer = await program.send('refresh/', { refresh_token: token })
    const { refresh_token = '', code } = (await answer.json()) as { refresh_token?: string; code?: string }
    return { outcome: code ?? answer.status, token: refresh_token }
  }
  const early = await goOn(10 * MINUTE, first)
  expect([early.outcome, (await renewals()).length]).toEqual([200, 0])
  const later = await goOn(10 * MINUTE, early.token)
  expect([later.outcome, (await renewals()).length]).toEqual([200, 1])
  expect((await goOn(14 * DAY, later.token)).outcome).toBe('session_expired')
})
