// Takes long, because some tests start a simulator of their own, which makes its own database.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as oidc from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { watch } from '../../../journeys/kit/child-process.ts'
import { runPortico, serverProcesses } from '../../../journeys/kit/identity-process.ts'
import { until } from '../../../journeys/kit/until.ts'
import { openSimulator, postJson, type Simulator } from '../../../journeys/simulator.ts'
import { TestBrowser } from '../../identity/testing/test-browser.ts'
import { openSimulatedProgram } from '../testing/simulated-program.ts'
import { walk } from '../testing/walk.ts'

let simulator: Simulator

beforeAll(async () => {
  simulator = await openSimulator()
})
afterEach(async () => {
  await simulator.faultsOff()
  // The terminal tells an internal error, whose answer is a 500.
  expect(simulator.output()).not.toContain('"level":"error"')
})
afterAll(async () => {
  await simulator?.close()
})

/** Each fault of a sign-in: what `@portico/program` does, and what `openid-client` says. */
const SIGN_INS: readonly (readonly [fault: string, program: string, openidClient: RegExp | 'signs in'])[] = [
  ['wrong-issuer', 'unavailable', /unexpected JWT "iss"/],
  ['wrong-audience', 'unavailable', /unexpected JWT "aud"/],
  ['wrong-azp', 'unavailable', /unexpected ID Token "azp"/],
  ['wrong-nonce', 'unavailable', /unexpected ID Token "nonce"/],
  ['no-nonce', 'unavailable', /"nonce"/],
  ['wrong-signature', 'unavailable', /JWT signature verification failed/],
  ['changed-claims', 'unavailable', /JWT signature verification failed/],
  ['unknown-key', 'unavailable', /no applicable keys found|error when selecting a JWT verification key/],
  ['borrowed-key-id', 'unavailable', /JWT signature verification failed/],
  ['brought-key', 'unavailable', /JWT signature verification failed/],
  ['unsigned', 'unavailable', /unexpected JWT "alg"/],
  ['hmac-signature', 'unavailable', /unexpected JWT "alg"/],
  ['expired', 'unavailable', /JWT "exp"/],
  // It looks at exp alone.
  ['from-the-future', 'unavailable', 'signs in'],
  ['no-subject', 'unavailable', /"sub"/],
  // The contract asks for both; OpenID Connect does not.
  ['no-session-id', 'unavailable', 'signs in'],
  ['unverified-address', 'unavailable', 'signs in'],
  ['no-id-token', 'unavailable', /"id_token"/],
  ['wrong-callback-issuer', 'unavailable', /unexpected "iss" \(issuer\) response parameter/],
  ['secret-refused', 'unavailable', /response body contains an error|WWW-Authenticate/],
  ['limit-reached', 'unavailable', /unexpected response content-type/],
  ['server-error', 'unavailable', /unexpected HTTP response status code/],
  ['down', 'unavailable', /fetch failed/],
  ['answer-cut', 'unavailable', /terminated|fetch failed|failed to parse/],
  // It reads the key set again after a minute at the earliest.
  ['key-just-rotated', '', /no applicable keys found/],
  ['rs384-signature', 'unavailable', /unexpected JWT "alg"/],
  ['rs512-signature', 'unavailable', /unexpected JWT "alg"/],
  ['ps256-signature', 'unavailable', /unexpected JWT "alg"/],
  ['short-access-token', '', 'signs in'],
]

test('every fault is tried here, except that the citizen cannot wait for a slow one', async () => {
  expect(
    Object.keys(simulator.faults)
      .filter((name) => name !== 'slow')
      .sort(),
  ).toEqual(SIGN_INS.map(([name]) => name).sort())
})

test('docs/integrate/simulator.md has the client, the citizens and the faults as they are', () => {
  const page = readFileSync(new URL('../../../docs/integrate/simulator.md', import.meta.url), 'utf8')
  const { client_id: id, client_secret: secret, password, citizens, faults } = simulator
  const words = [id, secret, password, ...citizens.map(({ email }) => email), ...Object.keys(faults)]
  expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([])
})

describe.each(SIGN_INS)('the fault %s', (fault, outcome, openidClient) => {
  test('in a program on @portico/program', async () => {
    const program = openSimulatedProgram(simulator)
    await program.signIn()
    // A program that has just met the fault in the background would begin no sign-in.
    const { result } = await program.land('', undefined, () => simulator.fault(fault))
    expect(result.get('sso_error') ?? '').toBe(outcome)
    expect(result.has('sso_code')).toBe(outcome === '')
  })

  test('in a program on openid-client', async () => {
    const program = await openForeignProgram()
    await program.signIn()
    await simulator.fault(fault)
    const tokens = program.signIn()
    if (openidClient === 'signs in') expect(await tokens).toMatchObject({ id_token: expect.any(String) })
    else expect(await messagesOf(tokens)).toMatch(openidClient)
  })
})

async function openForeignProgram() {
  const { url, client_id: id, client_secret: secret } = simulator
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks]
  const config = await oidc.discovery(new URL(url), id, undefined, oidc.ClientSecretBasic(secret), {
    execute,
  })
  return {
    config,
    async signIn(extra: Readonly<Record<string, string>> = {}) {
      const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
      const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: 'http://127.0.0.1:8123/any/callback',
        scope: 'openid profile email offline_access',
        state: expectedState,
        nonce: expectedNonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        ...extra,
      })
      const { location = 'none:' } = await walk(simulator, new TestBrowser(url), address.href)
      const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
      return oidc.authorizationCodeGrant(config, new URL(location), checks)
    },
  }
}

/** The messages of an error and of its causes. */
async function messagesOf(promise: Promise<unknown>): Promise<string> {
  const messages: string[] = []
  let error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  for (; error instanceof Error; error = error.cause) messages.push(error.message)
  return messages.join(' | ')
}

describe('a signed-in citizen', () => {
  test.each(['secret-refused', 'limit-reached', 'server-error', 'down', 'answer-cut'])(
    'stays signed in during %s, and the guard says 503',
    async (fault) => {
      const program = openSimulatedProgram(simulator)
      const token = await program.signIn()
      await simulator.fault(fault)
      expect(await program.guard(token)).toMatchObject({ status: 'unavailable', http: 503 })
      await simulator.faultsOff()
      await until('the program checks again', async () =>
        (await program.guard(token)).status === 'ok' ? true : undefined,
      )
    },
  )

  test('stays signed in while the service is slow, and the guard says 503 before it answers', async () => {
    const program = openSimulatedProgram(simulator)
    const token = await program.signIn()
    await simulator.fault('slow')
    expect(await program.guard(token)).toMatchObject({ status: 'unavailable', http: 503 })
  })

  test.each(['end-sessions', 'end-everything', 'suspend'])('is signed out by %s', async (action) => {
    const program = openSimulatedProgram(simulator)
    const token = await program.signIn()
    expect(await program.guard(token)).toMatchObject({ status: 'ok' })
    const headers = { authorization: `Basic ${btoa(`${simulator.client_id}:${simulator.client_secret}`)}` }
    const feed = `${simulator.url}/api/integrations/ended/`
    const { cursor } = (await (await fetch(feed, { headers })).json()) as { cursor: string }
    await simulator.citizen('ana@example.test', action)
    const told = await fetch(`${feed}?since=${encodeURIComponent(cursor)}`, { headers })
    const ended = expect.arrayContaining([expect.objectContaining({ sub: expect.stringMatching(/1$/) })])
    expect(await told.json()).toMatchObject({ check_all: false, ended })
    const out = { status: 'signed_out', code: 'session_ended' }
    expect(await program.guard(token)).toMatchObject(out)
    await simulator.citizen('ana@example.test', 'reinstate')
    expect(await program.guard(token)).toMatchObject(out)
  })
})

/** An authorization address. */
function beginAt(config: oidc.Configuration): string {
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri: 'http://localhost:2/cb',
    scope: 'openid',
    ...{
      state: oidc.randomState(),
      nonce: 'n',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    },
  }).href
}

test('a suspended and an unverified citizen come to no program', async () => {
  const { config } = await openForeignProgram()
  const suspended = await walk(
    simulator,
    new TestBrowser(simulator.url),
    beginAt(config),
    'simon@example.test',
  )
  expect([suspended.status, suspended.location]).toEqual([400, undefined])
  const unverified = await walk(
    simulator,
    new TestBrowser(simulator.url),
    beginAt(config),
    'uma@example.test',
  )
  expect([unverified.status, unverified.location]).toEqual([403, undefined])
})

test('a test signs a citizen in without a browser, and learns where a sign-in stops', async () => {
  const { config } = await openForeignProgram()
  const begun = beginAt(config)
  const ask = (body: object) => postJson(`${simulator.url}/dev/sign-in`, body)
  const sign = async (email: string, decision?: string) =>
    (await ask({ authorization_url: begun, citizen: email, decision })).text()
  expect(await sign('ana@example.test')).toMatch(
    /^\{"callback_url":"http:\/\/localhost:2\/cb\?code=pac_[^"]+&iss=/,
  )
  expect(await sign('ana@example.test', 'cancel')).toContain('?error=access_denied')
  expect(await sign('simon@example.test')).toMatch(/The sign-in stops: 400/)
  expect(await sign('uma@example.test')).toMatch(/The sign-in stops: 403/)
  expect(await sign('ana@example.test', 'perhaps')).toContain('must be continue or cancel')
  for (const address of ['https://evil.example/o/authorize/?', `${simulator.url}/dev/state`, 7])
    expect((await ask({ authorization_url: address, citizen: 'ana@example.test' })).status).toBe(400)
})

test('a program that signs out revokes its tokens', async () => {
  const { config, signIn } = await openForeignProgram()
  const { access_token: access, refresh_token: refresh = '' } = await signIn()
  await oidc.tokenRevocation(config, refresh)
  const told = oidc.fetchUserInfo(config, access, oidc.skipSubjectCheck)
  expect(await messagesOf(told)).toContain('WWW-Authenticate')
  await expect(oidc.refreshTokenGrant(config, refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect.poll(() => simulator.output()).toContain('POST /o/revoke/ 200')
})

test('a fault by address concerns that sign-in alone', async () => {
  const program = openSimulatedProgram(simulator)
  await program.signIn()
  const faulty = await program.land('&dev_fault=wrong-nonce')
  expect(faulty.result.get('sso_error')).toBe('unavailable')
  await program.signIn()
  const wrong = await program.land('&dev_fault=wrong-callback-issuer')
  expect(wrong.result.get('sso_error')).toBe('unavailable')
  await program.signIn('&dev_fault=no-such-fault')
})

test('a fault for the next request is over after it', async () => {
  const program = openSimulatedProgram(simulator)
  await program.signIn()
  await simulator.fault('wrong-audience', 'next')
  expect((await program.land()).result.get('sso_error')).toBe('unavailable')
  await program.signIn()
})

test('it writes no secret, no code and no token, and ends with nothing left', async () => {
  const own = await openSimulator()
  const token = await openSimulatedProgram(own).signIn()
  const { requests } = (await (await fetch(`${own.url}/dev/requests`)).json()) as {
    requests: readonly { issued: Record<string, string>; form: Record<string, string> }[]
  }
  const secrets = requests.flatMap(({ issued, form }) => [
    issued['access_token'],
    issued['id_token'],
    form['code'],
  ])
  const found = secrets.filter((one) => one !== undefined)
  expect(found).toHaveLength(3)
  const { code, output } = await own.close()
  expect(code).toBe(0)
  expect(output).toContain('POST /o/token/ 200')
  for (const one of [...found, token]) expect(output.includes(one)).toBe(false)
  expect(output).toContain('its database is deleted')
  const [, folder = 'nowhere'] = /Creating the database in (\S+)\/postgres/.exec(output) ?? []
  expect([folder.includes('portico-dev-'), existsSync(folder)]).toEqual([true, false])
})

test('Ctrl-C in a terminal reaches the command and its launcher, and still ends it in order', async () => {
  const bin = fileURLToPath(new URL('../../identity/bin/portico.mjs', import.meta.url))
  const args = [bin, 'dev', '--port', '0', '--mailbox-port', '0']
  const run = watch(spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] }))
  await until(run.output, () => run.output().includes('Ctrl-C stops') || undefined)
  process.kill(-(run.child.pid ?? 0), 'SIGINT')
  const { output } = await run.ended
  expect(output).toContain('its database is deleted')
  expect(existsSync(/Creating the database in (\S+)\/postgres/.exec(output)?.[1] ?? '/')).toBe(false)
})

test.each(['--port', '--mailbox-port'])(
  'a %s that is taken is named, with the option for another one',
  async (option) => {
    const { port } = new URL(option === '--port' ? simulator.url : simulator.mailbox_url)
    const free = option === '--port' ? '--mailbox-port' : '--port'
    const { code, output } = await runPortico(['dev', option, port, free, '0'], {}).ended
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(new RegExp(`${port}\\)\\. Stop it, or choose others with --port`)),
    ])
  },
)

test('what a killed simulator left is ended and deleted by the next one', async () => {
  const folderOf = (output: string) =>
    /Creating the database in (\S+)\/postgres/.exec(output)?.[1] ?? 'nowhere'
  // Other simulators that start meanwhile must not find it.
  const TMPDIR = await mkdtemp(join(tmpdir(), 'portico-simulators-'))
  await chmod(TMPDIR, 0o711)
  const killed = await openSimulator({ TMPDIR })
  const folder = folderOf((await killed.kill()).output)
  const server = serverProcesses(folder)
  expect([existsSync(folder), server.length > 0]).toEqual([true, true])
  const next = await openSimulator({ TMPDIR })
  expect(existsSync(folder)).toBe(false)
  await expect.poll(() => server.filter(isRunning)).toEqual([])
  await expect.poll(() => next.output()).toContain(`left ${folder}`)
  const third = await openSimulator({ TMPDIR })
  expect(existsSync(folderOf(next.output()))).toBe(true)
  await Promise.all([next.close(), third.close()])
  expect(readdirSync(TMPDIR)).toEqual([])
  await rm(TMPDIR, { recursive: true })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
