// Takes over 10 s: the clock of the tests moves in thousands of steps, and each step waits for a timer of Node.
import { afterEach, describe, expect, test } from 'vitest'
import { askOf, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

const FEED = '/api/integrations/ended/'
const programs: TestProgram[] = []

afterEach(async () => {
  for (const { sso } of programs.splice(0)) await sso.close()
})

type Fetch = typeof globalThis.fetch

/** A program that listens, with a signed-in citizen. `through` may change what comes from the feed. */
async function listening(
  through: (ask: () => Promise<Response>, init?: RequestInit) => Promise<Response> = (ask) => ask(),
) {
  const program = testProgram({ endedFeed: true, throttle: false })
  const settled = () => settle(program)
  const fetchThrough: Fetch = (input, init) => {
    const ask = () => program.identity.fetch(input, init)
    return String(input).includes(FEED) ? through(ask, init) : ask()
  }
  const made = { ...program, ...remade(program, fetchThrough) }
  programs.push(made)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  let { accessToken, refreshToken } = await signInThrough(made.sso, program.identity, citizen)
  const request = {
    get headers() {
      return { authorization: `Bearer ${accessToken}` }
    },
  }
  /** The app gets new local tokens. */
  const refresh = async () => {
    const body = { refresh_token: refreshToken }
    const answer = await askOf(made.sso, 'POST', 'refresh/', { body })
    const pair = (await answer.json()) as { access_token: string; refresh_token: string }
    accessToken = pair.access_token
    refreshToken = pair.refresh_token
  }
  const authenticate = async () => {
    const found = await made.sso.authenticate(request)
    return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
  }
  const asked = (path: string) => program.identity.log.filter((line) => line.path === path).length
  /** Moves the time in steps, as a running process sees it, and uses the session after each step. */
  const use = async (seconds: number, step = 5) => {
    for (let passed = 0; passed < seconds; passed += step) {
      await program.clock.advance(step * 1000)
      await settled()
      const found = await authenticate()
      if (found !== 'ok') return { found, seconds: passed + step }
      await settled()
    }
    return { found: 'ok', seconds }
  }
  const introspections = () => asked('/api/integrations/introspect/')
  return { ...made, citizen, request, authenticate, asked, use, introspections, settled, refresh }
}

function remade(program: TestProgram, fetchThrough: Fetch): Pick<TestProgram, 'sso'> {
  return { sso: program.another({ fetch: fetchThrough }) }
}

/** Lets everything run that is under way, while a few milliseconds pass. */
async function settle({ clock }: Pick<TestProgram, 'clock'>): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await clock.advance(1)
}

test('a feed that cannot be reached makes begin/ look whether the service answers', async () => {
  const program = testProgram({ endedFeed: true, throttle: false })
  let isAway = false
  const fetchThrough: Fetch = (input, init) =>
    isAway ? Promise.reject(new TypeError('fetch failed')) : program.identity.fetch(input, init)
  const { sso } = remade(program, fetchThrough)
  programs.push({ ...program, sso })
  await signInThrough(sso, program.identity, program.identity.addCitizen({ email: 'ana@example.test' }))
  const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
  const begin = async () => (await askOf(sso, 'POST', 'begin/', { body })).status
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) {
      await program.clock.advance(1000)
      await settle(program)
    }
  }
  await pass(5)
  expect(await begin()).toBe(200)
  isAway = true
  await pass(15)
  expect(await begin()).toBe(503)
  isAway = false
  await pass(40)
  expect(await begin()).toBe(200)
})

describe('while the feed answers', () => {
  test('a session that is in use for ten minutes is introspected once', async () => {
    const { use, introspections, sso } = await listening()
    expect((await use(600)).found).toBe('ok')
    expect(introspections()).toBe(1)
    expect((await sso.health()).endedFeed).toBe('live')
  })

  // proves: program-feed-within-a-second
  test('an end counts at once: at the next request, for the events, and for a connection that is open', async () => {
    const { use, identity, citizen, authenticate, events, sso, request, settled } = await listening()
    await use(60)
    const refused = sso.whenRefused(request, new AbortController().signal)
    await settled()
    identity.endCentralSession(citizen.subject)
    await settled()
    await expect.poll(() => events.map(({ type }) => type)).toContain('session_ended')
    expect(await refused).toMatchObject({ code: 'session_ended' })
    expect(await authenticate()).toBe('401 session_ended')
  })

  test('the end of another citizen ends nothing and asks nothing', async () => {
    const { use, identity, introspections, asked } = await listening()
    await use(60)
    const before = introspections()
    const other = identity.addCitizen({ email: 'other@example.test' })
    const polls = asked(FEED)
    identity.suspend(other.subject)
    await use(30)
    expect(asked(FEED)).toBeGreaterThan(polls)
    expect(introspections()).toBe(before)
  })

  // proves: program-feed-rings-only
  test('an end that is told although the session goes on costs one introspection and signs nobody out', async () => {
    const { use, identity, citizen, introspections } = await listening()
    await use(60)
    const before = introspections()
    // Its time stands still, so the first answer counts as one of the moment before.
    const most = 2
    const kept = [...citizen.sessions]
    identity.endCentralSession(citizen.subject)
    for (const sid of kept) citizen.sessions.add(sid)
    expect((await use(60)).found).toBe('ok')
    expect(introspections() - before).toBeLessThanOrEqual(most)
  })

  // proves: program-feed-sign-in-is-no-check
  test('a sign-in is no check: the new session is introspected once, within 30 seconds', async () => {
    const { use, introspections } = await listening()
    await use(20)
    expect(introspections()).toBe(0)
    await use(20)
    expect(introspections()).toBe(1)
  })

  test('the central tokens are renewed in time, and no request waits for it', async () => {
    const { use, asked, introspections, refresh } = await listening()
    await use(40)
    const tokens = asked('/o/token/')
    expect((await use(700)).found).toBe('ok')
    await refresh()
    expect((await use(300)).found).toBe('ok')
    expect(asked('/o/token/')).toBe(tokens + 1)
    expect(introspections()).toBeLessThan(5)
  })

  test('an access token that has expired covers nothing: the grant may have expired with it', async () => {
    const { use, clock, citizen, authenticate, settled, refresh, introspections } = await listening()
    await use(60)
    await clock.advance(600_000)
    await refresh()
    await use(60)
    const before = introspections()
    await clock.advance(200_000)
    await settled()
    citizen.sessions.clear()
    expect(await authenticate()).toBe('401 session_ended')
    expect(introspections()).toBe(before)
  })

  test('a cursor that is forgotten (a restore) makes every session be introspected again', async () => {
    const { use, identity, introspections } = await listening()
    await use(60)
    const before = introspections()
    identity.feed('forgets')
    await use(60)
    expect(introspections()).toBe(before + 1)
    await use(60)
    expect(introspections()).toBe(before + 1)
  })

  test('every process hears for itself', async () => {
    const { use, identity, citizen, another, request, settled } = await listening()
    const second = another()
    await use(60)
    const refused = second.whenRefused(request, new AbortController().signal)
    await settled()
    await use(5)
    identity.suspend(citizen.subject)
    await settled()
    expect(await refused).toMatchObject({ code: 'session_ended' })
    expect((await use(5)).found).toBe('401 session_ended')
    await second.close()
  })
})

const PROXY_SECONDS = 45

/** What may be wrong with the feed. From `begin` on, nothing of an end comes through. */
const FAULTS: readonly [
  name: string,
  fault: (
    ask: () => Promise<Response>,
    signal: AbortSignal,
    wait: (ms: number) => Promise<void>,
  ) => Promise<Response>,
][] = [
  [
    'hangs',
    (_ask, signal) =>
      new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('aborted')))),
  ],
  ['is refused', async () => Promise.reject(new TypeError('fetch failed'))],
  ['answers 500', async () => new Response('oops', { status: 500 })],
  ['answers 429', async () => new Response('slow', { status: 429, headers: { 'retry-after': '60' } })],
  ['has vanished', async () => new Response(null, { status: 404 })],
  ['answers something else', async () => Response.json({ cursor: 'x' })],
  [
    'is answered by a cache, with the answer to another question',
    async () => Response.json({ cursor: 'x', since: 'other', check_all: false, ended: [], waited_ms: 0 }),
  ],
  [
    `is kept by a proxy for ${PROXY_SECONDS} seconds`,
    async (ask, _signal, wait) => {
      const answer = await ask()
      await wait(PROXY_SECONDS * 1000)
      return answer
    },
  ],
]

describe('a session that has ended is refused within 30 seconds when the feed', () => {
  // proves: program-feed-ceiling
  test.each(FAULTS)('%s', async (_name, fault) => {
    let isBroken = false
    const never = new AbortController().signal
    const program: Awaited<ReturnType<typeof listening>> = await listening((ask, init) => {
      if (!isBroken) return ask()
      return fault(ask, init?.signal ?? never, (ms) => program.clock.sleep(ms, init?.signal ?? never))
    })
    await program.use(60)
    isBroken = true
    // The request that waits already is lost, too.
    await program.clock.advance(10_000)
    await program.settled()
    program.citizen.sessions.clear()
    const { found, seconds } = await program.use(60, 1)
    expect(found).toBe('401 session_ended')
    expect(seconds).toBeLessThanOrEqual(30)
    await program.clock.advance(30_000)
    expect((await program.sso.health()).endedFeed).toBe('silent')
  })

  // proves: program-feed-ceiling
  test('is not read, because the process was suspended for a minute', async () => {
    const { use, clock, citizen, authenticate } = await listening()
    await use(60)
    citizen.sessions.clear()
    void clock.advance(60_000)
    expect(await authenticate()).toBe('401 session_ended')
  })

  test('is missing from the beginning: everything is as without it, and it is asked for again after ten minutes', async () => {
    const { use, identity, introspections, asked } = await listening(
      async () => new Response(null, { status: 404 }),
    )
    await use(120)
    expect(introspections()).toBeGreaterThanOrEqual(4)
    expect(asked(FEED)).toBe(0)
    void identity
  })
})

describe('the listener', () => {
  test('sends nothing where it is switched off', async () => {
    const program = testProgram({ endedFeed: false })
    programs.push(program)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    await signInThrough(program.sso, program.identity, citizen)
    await settle(program)
    expect(program.identity.log.map(({ path }) => path)).not.toContain(FEED)
    expect((await program.sso.health()).endedFeed).toBe('off')
  })

  test('stops when nobody uses the program for a minute, and goes on at the next use without a gap', async () => {
    const { use, clock, asked, identity, citizen, authenticate, settled } = await listening()
    await use(60)
    for (let passed = 0; passed < 120; passed += 10) {
      await clock.advance(10_000)
      await settled()
    }
    const before = asked(FEED)
    for (let passed = 0; passed < 120; passed += 10) {
      await clock.advance(10_000)
      await settled()
    }
    expect(asked(FEED)).toBe(before)
    identity.suspend(citizen.subject)
    expect(await authenticate()).toBe('401 session_ended')
    await expect.poll(() => asked(FEED)).toBe(before + 1)
  })

  test('ends its request when the program closes', async () => {
    const { use, sso } = await listening()
    await use(20)
    await sso.close()
  })
})
