import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fakeDevice, ORIGIN, settle, signedInTab, signInAt } from '../testing/fake-browser.ts'
import { fakeProgram, refusal } from '../testing/fake-program.ts'
import { signal } from '../testing/signal.ts'

const STAY = { returnTo: null, problem: null, status: 'signed_out' }

function opened(path = '/') {
  const [device, program] = [fakeDevice(), fakeProgram()]
  const page = device.openTab(program, path)
  return { device, program, ...page }
}

test('a citizen who was never here is signed out, without a single request', async () => {
  const { client, program } = opened()
  expect(await client().start()).toEqual(STAY)
  expect(program.seen).toEqual([])
})

// proves: program-4.2-begin, program-4.3.1-app-verifier
test('signing in sends the challenge of a verifier of 43 characters, and keeps the verifier (RFC 7636 §4.1)', async () => {
  const { client, program, tab } = opened()
  const sso = client()
  await sso.start()
  expect(await signInAt(sso, program, '/permits?new=1')).toMatchObject({
    status: 'signed_in',
    justSignedIn: true,
    returnTo: '/permits?new=1',
  })
  const [begin, exchange] = [program.requests('begin')[0], program.requests('exchange')[0]]
  const verifier = `${exchange?.body['code_verifier']}`
  expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(begin?.body).toEqual({
    return_uri: `${ORIGIN}/signed-in`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  expect(tab.visited[0]).toContain('/central/authorize')
})

// proves: program-4.3.6-app-cleans-address, threat-app-address-leak
test('the address is stripped before anything else, and what a router put beside it stays', async () => {
  const { client, tab, device } = opened('/signed-in?lang=de&sso_code=ssoc_1#top')
  device.settings.isStorageBlocked = true
  const starting = client().start()
  expect(tab.href).toBe(`${ORIGIN}/signed-in?lang=de#top`)
  expect(tab.historyState).toEqual({ router: 7 })
  await starting
})

test.each([
  ['cancelled', 'restart'],
  ['existing_account', 'link'],
  ['unavailable', 'retry'],
  ['no-such-error', 'retry'],
])('a return with sso_error=%s offers %s and leads back to where the citizen was', async (error, action) => {
  const { client, program } = opened()
  const sso = client()
  await sso.signIn({ returnTo: '/permits' })
  const state = await sso.handleCallback(`${ORIGIN}/signed-in?sso_error=${error}`)
  expect(state).toMatchObject({ status: 'signed_out', returnTo: '/permits', problem: { action } })
  expect(program.requests('exchange')).toEqual([])
})

// proves: threat-app-login-csrf
test('a code is not sent anywhere if no sign-in began here', async () => {
  const { client, program, tab } = opened('/signed-in?sso_code=ssoc_of_somebody_else')
  const state = await client().start()
  expect(state).toMatchObject({
    status: 'signed_out',
    problem: { code: 'flow_not_found', action: 'restart' },
  })
  expect(program.seen).toEqual([])
  expect(tab.href).toBe(`${ORIGIN}/signed-in`)
})

// proves: threat-flow-taken-away
test.each([
  'sso_error=cancelled',
  'sso_error=unavailable',
  'sso_code=ssoc_junk',
  'sso_code=ssoc_1&sso_error=x',
])('a link with %s, from any site, ends no sign-in that has begun', async (parameters) => {
  const { client, program, device } = opened()
  const sso = client()
  await sso.signIn({ returnTo: '/permits' })
  const foreign = device.openTab(program, `/signed-in?${parameters}`).client()
  expect(await foreign.start()).toMatchObject({ status: 'signed_out' })
  const code = program.handOff(program.requests('begin')[0]?.body['code_challenge'])
  expect(await sso.handleCallback(`${ORIGIN}/signed-in?sso_code=${code}`)).toMatchObject({
    status: 'signed_in',
    returnTo: '/permits',
  })
  expect([...device.stored.entries()].find(([key]) => key.includes('flows'))?.[1] ?? '[]').toBe('[]')
})

// proves: threat-app-login-csrf
test('a code of somebody else is refused', async () => {
  const { client, program } = opened()
  const sso = client()
  await sso.signIn()
  const theirs = program.handOff('a-challenge-of-somebody-else')
  const state = await sso.handleCallback(`${ORIGIN}/signed-in?sso_code=${theirs}`)
  expect(state).toMatchObject({ problem: { code: 'handoff_refused', programCode: 'handoff_invalid' } })
})

test('two sign-ins that began in two tabs both come back, whichever comes first', async () => {
  const { client, program, device } = opened()
  const [one, other] = [client({ storage: 'memory' }), device.openTab(program).client({ storage: 'memory' })]
  await one.signIn({ returnTo: '/one' })
  await device.advance(1_000)
  await other.signIn({ returnTo: '/other' })
  const codes = program.requests('begin').map(({ body }) => program.handOff(body['code_challenge']))
  const back = (code = '') => `${ORIGIN}/signed-in?sso_code=${code}`
  expect(await one.handleCallback(back(codes[0]))).toMatchObject({ status: 'signed_in', returnTo: '/one' })
  expect(await other.handleCallback(back(codes[1]))).toMatchObject({
    status: 'signed_in',
    returnTo: '/other',
  })
})

// proves: program-4.3.6-app-cleans-address
test('a code is exchanged once, however often the return is handled', async () => {
  const { client, program } = opened()
  const sso = client()
  await sso.signIn()
  const back = `${ORIGIN}/signed-in?sso_code=${program.handOff(program.requests('begin')[0]?.body['code_challenge'])}`
  const states = await Promise.all([
    sso.handleCallback(back),
    sso.handleCallback(back),
    client().handleCallback(back),
  ])
  expect(states.map(({ status }) => status)).toEqual(['signed_in', 'signed_in', 'signed_in'])
  expect(program.requests('exchange')).toHaveLength(1)
})

test('start may be called twice while the code is on its way', async () => {
  const { client, program, tab } = opened()
  const sso = client()
  await sso.signIn()
  tab.href = `${ORIGIN}/signed-in?sso_code=${program.handOff(program.requests('begin')[0]?.body['code_challenge'])}`
  const states = await Promise.all([sso.start(), sso.start()])
  expect(states.map(({ status }) => status)).toEqual(['signed_in', 'signed_in'])
  expect(program.requests('exchange')).toHaveLength(1)
})

test('a return that comes again to a citizen who is signed in is ignored', async () => {
  const [device, program] = [fakeDevice(), fakeProgram()]
  const { client } = await signedInTab(device, program)
  const before = client.state
  expect(await client.handleCallback(`${ORIGIN}/signed-in?sso_error=cancelled`)).toBe(before)
  expect(await client.handleCallback(`${ORIGIN}/signed-in?sso_code=ssoc_old`)).toBe(before)
  expect(program.requests('exchange')).toHaveLength(1)
})

test.each([
  ['an outage', refusal(503, 'identity_unavailable'), 'unavailable'],
  ['no network', 'drop' as const, 'unavailable'],
  ['a throttle', refusal(429, 'throttled', { 'retry-after': '9' }), 'throttled'],
])(
  '%s during the exchange spends nothing: the same return can be tried again',
  async (_what, reply, code) => {
    const { client, program } = opened()
    const sso = client()
    await sso.signIn()
    program.answerNext('exchange', reply)
    const back = `${ORIGIN}/signed-in?sso_code=${program.handOff(program.requests('begin')[0]?.body['code_challenge'])}`
    expect(await sso.handleCallback(back)).toMatchObject({ status: 'signed_out', problem: { code } })
    expect(await sso.handleCallback(back)).toMatchObject({ status: 'signed_in' })
  },
)

test.each([
  ['503', refusal(503, 'identity_unavailable'), { code: 'unavailable', action: 'retry' }],
  ['no network', 'drop' as const, { code: 'unavailable', action: 'retry' }],
  ['a page that is not the program', { status: 200, body: '<h1>Wi-Fi</h1>' }, { code: 'unavailable' }],
  [
    '400',
    refusal(400, 'return_uri_not_allowed'),
    { code: 'unavailable', programCode: 'return_uri_not_allowed' },
  ],
  [
    '429',
    refusal(429, 'throttled', { 'retry-after': '9' }),
    { code: 'throttled', retryAfterSeconds: 9, action: 'wait' },
  ],
  [
    'a script as address',
    { status: 200, body: { authorization_url: 'javascript:alert(1)' } },
    { code: 'unavailable' },
  ],
])(
  'a sign-in that cannot begin because of %s shows the problem, and the page stays',
  async (_what, reply, problem) => {
    const { client, program, tab, device } = opened()
    const sso = client()
    program.answerNext('begin', reply)
    await sso.signIn({ returnTo: '/permits' })
    expect(sso.state).toMatchObject({ status: 'signed_out', problem, returnTo: '/permits' })
    expect(tab.visited).toEqual([])
    expect(device.stored.size).toBe(0)
  },
)

test('a program with sign-ins disabled sends no citizen to the identity service', async () => {
  const { client, program, tab } = opened()
  program.settings.isEnabled = false
  const sso = client()
  await sso.signIn()
  expect(sso.state).toMatchObject({ problem: { code: 'sso_disabled', action: 'none' } })
  expect(tab.visited).toEqual([])
})

test('if config/ cannot be read, begin/ decides', async () => {
  const { client, program, tab } = opened()
  program.answerNext('config', 'drop')
  await client().signIn()
  expect(tab.visited).toHaveLength(1)
})

test.each(['isStorageBlocked', 'isFull'] as const)(
  'a browser that blocks storage (%s) shows the problem',
  async (how) => {
    const { client, device, tab } = opened()
    device.settings[how] = true
    const sso = client()
    expect(await sso.start()).toEqual(STAY)
    await sso.signIn()
    expect(sso.state).toMatchObject({
      status: 'signed_out',
      problem: { code: 'storage_blocked', action: 'none' },
    })
    expect(tab.visited).toEqual([])
  },
)

test('with blocked storage, public requests still work', async () => {
  const { client, device } = opened()
  device.settings.isStorageBlocked = true
  expect(await (await client().fetch('/api/notice')).json()).toEqual({ notice: 'Closed on Monday' })
})

test('an address outside this site is not accepted as returnTo', async () => {
  const { client, program } = opened()
  const sso = client()
  expect(await signInAt(sso, program, 'https://evil.example/')).toMatchObject({
    status: 'signed_in',
    returnTo: null,
  })
})

// proves: program-4.2-begin-link
test('linking sends the old local token, and only to begin/', async () => {
  const { client, program, tab } = opened()
  await client().linkAccount({ bearer: 'old-local-token', returnTo: '/profile' })
  expect(program.requests('begin')[0]).toMatchObject({ bearer: 'old-local-token', body: { link: true } })
  expect(program.requests('config')[0]?.bearer).toBeNull()
  expect(tab.visited).toHaveLength(1)
})

test.each([{}, { bearer: 'not-ours' }])('linking with %j is refused with a message', async (departure) => {
  const { client, tab } = opened()
  const sso = client()
  await sso.linkAccount(departure)
  expect(sso.state).toMatchObject({ problem: { code: 'session_expired', action: 'restart' } })
  expect(tab.visited).toEqual([])
})

test('if the old sign-in is too old for a link, the citizen must sign in again (RFC 9470 section 3)', async () => {
  const { client, program } = opened()
  program.answerNext('begin', refusal(401, 'fresh_sign_in_required'))
  const sso = client()
  await sso.linkAccount({ bearer: 'old' })
  expect(sso.state).toMatchObject({
    problem: { code: 'existing_account', action: 'link', programCode: 'fresh_sign_in_required' },
  })
})

test('a link that fails for a citizen who is signed in signs nobody out, and is an error', async () => {
  const [device, program] = [fakeDevice(), fakeProgram()]
  const { client } = await signedInTab(device, program)
  await expect(client.linkAccount()).rejects.toMatchObject({ cause: { code: 'session_expired' } })
  expect(client.state.status).toBe('signed_in')
})

test('a citizen who is signed in is not sent to the identity service', async () => {
  const [device, program] = [fakeDevice(), fakeProgram()]
  const { client, tab } = await signedInTab(device, program)
  await client.signIn()
  expect(client.state.status).toBe('signed_in')
  expect(tab.visited).toHaveLength(1)
})

test('a mobile app opens the system browser, and may wait for it as long as it likes', async () => {
  const { client, program, tab } = opened()
  const browserClosed = signal()
  const opening: string[] = []
  const sso = client({
    navigate(url) {
      opening.push(url)
      return browserClosed.reached
    },
  })
  void sso.signIn()
  await settle()
  const code = program.handOff(program.requests('begin')[0]?.body['code_challenge'])
  const state = await sso.handleCallback(new URL(`permits-app://signed-in?sso_code=${code}`))
  expect(state.status).toBe('signed_in')
  expect([opening.length, tab.visited.length]).toEqual([1, 0])
})

test('if the app is started again in between, the sign-in works: the verifier is stored (deep link)', async () => {
  const { client, program, device } = opened()
  await client().signIn()
  const code = program.handOff(program.requests('begin')[0]?.body['code_challenge'])
  const reborn = device.openTab(program).client()
  expect(await reborn.handleCallback(`permits-app://signed-in?sso_code=${code}`)).toMatchObject({
    status: 'signed_in',
  })
})

test('with storage in memory, the verifier survives the sign-in, and the tokens last as long as the page', async () => {
  const { client, program, device } = opened()
  const sso = client({ storage: 'memory' })
  expect((await signInAt(sso, program)).status).toBe('signed_in')
  expect([...device.stored.values()].join()).not.toMatch(/pp[ar]_/)
  expect(await device.openTab(program).client({ storage: 'memory' }).start()).toEqual(STAY)
})

test('storage of the app itself is used for everything', async () => {
  const { client, program, device } = opened()
  const kept = new Map<string, string>()
  const storage = {
    get: async (key: string) => kept.get(key) ?? null,
    set: async (key: string, value: string) => void kept.set(key, value),
    remove: async (key: string) => void kept.delete(key),
  }
  expect((await signInAt(client({ storage }), program)).status).toBe('signed_in')
  expect(device.stored.size).toBe(0)
  expect((await device.openTab(program).client({ storage }).start()).status).toBe('signed_in')
})

test('a listener that throws stops neither the sign-in nor the other listeners', async () => {
  const { client, program } = opened()
  const sso = client()
  const failures: unknown[] = []
  const note = (reason: unknown) => void failures.push(reason)
  process.on('unhandledRejection', note)
  const heard: string[] = []
  sso.subscribe(() => {
    throw new Error('of the app')
  })
  const leave = sso.subscribe(({ status }) => void heard.push(status))
  await signInAt(sso, program)
  leave()
  await sso.signOut()
  await settle()
  process.off('unhandledRejection', note)
  expect(heard).toEqual(['signed_in'])
  expect(failures).toHaveLength(2)
})
