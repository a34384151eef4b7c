import { describe, expect, test } from 'vitest'
import {
  askOf,
  beginSignIn,
  openCallback,
  outcome,
  type TestProgram,
  testProgram,
} from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import type { SsoStore } from '../store/index.ts'
import { signInThrough } from '../testing/index.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** A program whose revocation endpoint can fail. `stub` changes other responses. */
const start = () => {
  const program = testProgram()
  const cut = { revocations: false, refused: 0, stub: (_path: string, genuine: Response) => genuine }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    if (cut.revocations && pathname === '/o/revoke/') {
      cut.refused += 1
      return new Response('', { status: 503 })
    }
    return cut.stub(pathname, await program.identity.fetch(input, init))
  }
  const legacy = {
    authenticate: async (old: { reveal(): string }) =>
      old.reveal() === 'old-token' ? { accountId: 'account-1', sessionRef: 'r1' } : null,
    closeLegacyAccess: async () => undefined,
  }
  // Shorter than the life of a central grant, so that an expired session leaves a grant.
  const session = { absoluteTtlMs: HOUR_MS }
  const failing = { createHandoff: false }
  const settled = { count: 0 }
  const store: SsoStore = {
    ...program.store,
    async settleRevocation(outcome) {
      const known = await program.store.settleRevocation(outcome)
      settled.count += 1
      return known
    },
    createHandoff: (handoff) =>
      failing.createHandoff ? Promise.reject(new Error('planned')) : program.store.createHandoff(handoff),
  }
  const config = { ...program.config, session, fetch, store }
  const sso = createProgramSso({ ...config, accounts: Object.assign(program.accounts, { legacy }) })
  const own: TestProgram = { ...program, sso, ask: (...asked) => askOf(sso, ...asked) }
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const signIn = () => signInThrough(sso, program.identity, citizen)
  const landed = async (link?: string, who = citizen) => {
    const { url, verifier } = await beginSignIn(own, link === undefined ? {} : { link })
    const { code, error } = await openCallback(own, await program.identity.authorize(url, who))
    return { code, error, code_verifier: verifier }
  }
  return { ...own, store, cut, failing, settled, citizen, signIn, landed }
}
type Started = ReturnType<typeof start>
type Pair = Awaited<ReturnType<Started['signIn']>>

const HOUR_MS = 3_600_000
const WRONG_VERIFIER = 'w'.repeat(43)

/** Every way in which a central grant is left. At the start, one session is open. */
const ENDINGS: Record<string, (program: Started, pair: Pair) => Promise<unknown>> = {
  'a sign-out': async (program, { accessToken }) => {
    const left = await program.ask('POST', 'logout/', { bearer: accessToken })
    expect([left.status, left.headers.get('clear-site-data')]).toEqual([204, '"cache"'])
  },
  'a session that the program ends': async ({ sso }) => {
    const [session] = await sso.sessions.list('account-1')
    expect(await sso.sessions.revoke(session?.id ?? '')).toBe(true)
  },
  'all sessions of an account': async ({ sso, signIn }) => {
    await signIn()
    expect(await sso.sessions.revokeAll('account-1')).toBe(2)
  },
  'a refresh token used twice': async (program, { refreshToken }) => {
    const refresh = () => program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
    expect(await outcome(await refresh())).toBe('200')
    expect(await outcome(await refresh())).toBe('401 refresh_reused')
  },
  'an account that is forgotten, with a link to it under way': async ({ sso, landed }) => {
    await sso.sessions.revokeAll('account-1')
    await landed((await signInAgain(sso, landed)).access_token)
    expect(await sso.forget('account-1')).toEqual({ sessions: 1, links: 1 })
  },
  'an account that is gone': async ({ sso, accounts }, { accessToken }) => {
    accounts.all.clear()
    expect(await sso.authenticate(bearer(accessToken))).toMatchObject({ code: 'session_revoked' })
  },
  'a session that ran out and is used': async (program, { refreshToken }) => {
    await program.clock.advance(HOUR_MS)
    const answer = await program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
    expect(await outcome(answer)).toBe('401 session_expired')
  },
  'a session that ran out and is never used again': async ({ clock, sso, events }) => {
    await clock.advance(HOUR_MS)
    expect(await sso.purge()).toMatchObject({ sessions: 0 })
    expect(events.at(-1)).toMatchObject({ type: 'session_ended', cause: 'absolute_expiry' })
  },
  'a code that nobody came for': async ({ sso, clock, landed }, pair) => {
    await landed()
    await clock.advance(90_000)
    expect(await sso.purge()).toMatchObject({ handoffs: 2 })
    await sso.handle(request('logout/', pair.accessToken))
  },
  'a code with five wrong verifiers': async (program, pair) => {
    const { code } = await program.landed()
    const body = { code, code_verifier: WRONG_VERIFIER }
    for (let i = 0; i < 5; i += 1)
      expect(await outcome(await program.ask('POST', 'exchange/', { body }))).toBe('401 handoff_invalid')
    await program.sso.handle(request('logout/', pair.accessToken))
  },
  'a code that conflicts': async (program, pair) => {
    const { code, code_verifier } = await program.landed(pair.accessToken)
    await program.ask('POST', 'logout/', { bearer: pair.accessToken })
    const answer = await program.ask('POST', 'exchange/', { body: { code, code_verifier } })
    expect(await outcome(answer)).toBe('401 handoff_conflict')
  },
  'a callback that is turned away': async (program, pair) => {
    const other = program.identity.addCitizen({ email: 'b@example.test' })
    const { accessToken } = await signInThrough(program.sso, program.identity, other)
    expect((await program.landed(accessToken)).error).toBe('existing_account')
    expect(program.identity.openGrants(program.citizen.subject)).toBe(2)
    await program.sso.handle(request('logout/', pair.accessToken))
  },
  ...Object.fromEntries(
    (['signature', 'nonce', 'sid', 'email_verified'] as const).map((field) => [
      `a callback whose ID token fails a check (${field})`,
      async (program: Started, pair: Pair) => {
        program.identity.tamperNextIdToken(field)
        expect((await program.landed()).error).toBe('unavailable')
        expect(program.identity.openGrants(program.citizen.subject)).toBe(2)
        await program.sso.handle(request('logout/', pair.accessToken))
      },
    ]),
  ),
  'a callback whose handoff cannot be written': async (program, pair) => {
    program.failing.createHandoff = true
    expect((await program.landed()).error).toBe('unavailable')
    await program.sso.handle(request('logout/', pair.accessToken))
  },
  'a sign-out during a renewal': async (program, { accessToken }) => {
    const during = async (answer: Response) => {
      await program.ask('POST', 'logout/', { bearer: accessToken })
      return answer
    }
    program.cut.stub = ((path: string, answer: Response) =>
      path === '/o/token/' ? during(answer) : answer) as Started['cut']['stub']
    await program.clock.advance(880_000)
    expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({ code: 'session_revoked' })
  },
  'a change of what introspection repeats, while the token is active': async (program, { accessToken }) => {
    const changed = async (answer: Response) =>
      Response.json({ ...((await answer.json()) as object), sid: 'another' })
    program.cut.stub = ((path: string, answer: Response) =>
      path.includes('introspect') ? changed(answer) : answer) as Started['cut']['stub']
    await program.clock.advance(30_000)
    expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({ code: 'session_ended' })
  },
}

const request = (path: string, token: string) =>
  new Request(`https://permits.example.test/api/v1/sso/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })

async function signInAgain(
  sso: Started['sso'],
  landed: Started['landed'],
): Promise<{ access_token: string }> {
  const { code, code_verifier } = await landed()
  const answer = await askOf(sso, 'POST', 'exchange/', { body: { code, code_verifier } })
  return (await answer.json()) as { access_token: string }
}

/** Moves the clock to the next try, and runs it. Returns how many grants are alive and how many wait. */
async function leftAfterATry({ clock, sso, identity, citizen }: Started): Promise<[number, number]> {
  await clock.advance(900_000)
  await sso.purge()
  return [identity.openGrants(citizen.subject), (await sso.health()).revocations.waiting]
}

describe('every grant that is left is revoked when the identity service answers again', () => {
  // proves: program-endings-revoke-central-grant, threat-forgotten-grant
  test.each(Object.keys(ENDINGS))('%s', async (name) => {
    const program = start()
    const { identity, citizen, cut } = program
    const pair = await program.signIn()
    cut.revocations = true
    await ENDINGS[name]?.(program, pair)
    await expect.poll(() => cut.refused).toBeGreaterThan(0)
    expect(identity.openGrants(citizen.subject)).toBeGreaterThan(0)
    cut.revocations = false
    await expect.poll(() => leftAfterATry(program)).toEqual([0, 0])
  })
})

describe('the list of grants to revoke', () => {
  const cutOff = async (kind: 'refused' | 'timeout' | '500' | '429' = 'refused') => {
    const program = start()
    const pair = await program.signIn()
    program.identity.outage(kind)
    await program.ask('POST', 'logout/', { bearer: pair.accessToken })
    const tried = () => program.identity.log.filter(({ path }) => path === '/o/revoke/').length
    await expect.poll(() => program.settled.count).toBe(1)
    return { ...program, tried }
  }

  // proves: program-endings-revoke-central-grant
  test.each(['refused', 'timeout', '500', '429'] as const)(
    'keeps a grant through an outage (%s)',
    async (kind) => {
      const program = await cutOff(kind)
      await program.clock.advance(1000)
      expect((await program.sso.health()).revocations.waiting).toBe(1)
      program.identity.outage('off')
      await expect.poll(() => leftAfterATry(program)).toEqual([0, 0])
    },
  )

  test('says in health and to the doctor how many wait, and since when', async () => {
    const program = await cutOff()
    const since = program.clock.now()
    await program.clock.advance(3_600_001)
    expect((await program.sso.health()).revocations).toEqual({ waiting: 1, since })
    program.identity.outage('off')
    const { checks } = await program.sso.doctor()
    const check = checks.find(({ id }) => id === 'revocations')
    expect(check?.message).toBe(`1 central grant waits to be revoked, since ${since.toISOString()}.`)
    expect(check?.fix).toContain('portico-program purge')
  })

  // proves: program-endings-retry-then-give-up
  test('waits longer after each failure, up to fifteen minutes', async () => {
    const program = await cutOff()
    const waits: number[] = []
    for (let i = 0; i < 7; i += 1) {
      const [before, at] = [program.tried(), program.clock.now().getTime()]
      while (program.tried() === before) {
        await program.clock.advance(15_000)
        await program.sso.purge()
      }
      waits.push((program.clock.now().getTime() - at) / 1000)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
  })

  // proves: threat-forgotten-grant
  test('stops after the first failure of an outage, and does not try the other grants', async () => {
    const program = start()
    for (let i = 0; i < 4; i += 1) await program.signIn()
    program.identity.outage('500')
    await program.sso.forget('account-1')
    await expect.poll(() => program.identity.log.filter(({ path }) => path === '/o/revoke/').length).toBe(1)
    await program.clock.advance(1)
    await program.sso.purge()
    expect(program.identity.log.filter(({ path }) => path === '/o/revoke/')).toHaveLength(2)
  })

  // proves: program-endings-retry-then-give-up
  test('gives up a grant that has expired by its age, with one log line', async () => {
    const program = await cutOff()
    await program.clock.advance(14 * 86_400_000 - 1000)
    await program.sso.purge()
    expect((await program.sso.health()).revocations.waiting).toBe(1)
    await program.clock.advance(900_000)
    await program.sso.purge()
    expect((await program.sso.health()).revocations.waiting).toBe(0)
    const lines = program.logged.filter((line) => line.startsWith('revocation_given_up'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('connection refused')
  })

  const ofLostKey = async () => {
    const program = start()
    const { accessToken } = await program.signIn()
    const [key] = program.config.encryptionKeys
    const other = createProgramSso({ ...program.config, encryptionKeys: [{ ...keyOf(key), id: 'other' }] })
    await askOf(other, 'POST', 'logout/', { bearer: accessToken })
    await other.close()
    return { program, other }
  }

  // proves: program-endings-retry-then-give-up
  test('gives up a grant whose key was missing for a day, with one log line that names the key', async () => {
    const { program, other } = await ofLostKey()
    await program.clock.advance(86_400_000 - 1000)
    expect(await other.purge()).toMatchObject({ revocations: 0 })
    expect((await other.health()).revocations.waiting).toBe(1)
    await program.clock.advance(900_000)
    expect(await other.purge()).toMatchObject({ revocations: 0 })
    expect((await other.health()).revocations.waiting).toBe(0)
    const lines = program.logged.filter((line) => line.startsWith('revocation_given_up'))
    expect(lines).toEqual([expect.stringContaining('no key opens a row sealed with test')])
  })

  test('keeps a grant whose key another process has, or that has its key again within a day', async () => {
    const { program } = await ofLostKey()
    await program.clock.advance(80_000_000)
    expect(await program.sso.purge()).toMatchObject({ revocations: 1 })
    expect(program.identity.openGrants(program.citizen.subject)).toBe(0)
  })

  // proves: program-endings-revoke-central-grant
  test('does not contain the grant of an open session, through rotations, renewals and purging', async () => {
    const program = start()
    const pair = await program.signIn()
    const gone = await program.signIn()
    await program.ask('POST', 'logout/', { bearer: gone.accessToken })
    const body = { refresh_token: pair.refreshToken, rotation_id: 'rotation-id-of-one-app' }
    expect(await outcome(await program.ask('POST', 'refresh/', { body }))).toBe('200')
    expect(await outcome(await program.ask('POST', 'refresh/', { body }))).toBe('200')
    await expect.poll(() => program.identity.openGrants(program.citizen.subject)).toBe(1)
    await program.clock.advance(880_000)
    await program.sso.authenticate(bearer(pair.accessToken))
    await program.sso.purge()
    expect(program.identity.openGrants(program.citizen.subject)).toBe(1)
    expect(await program.sso.authenticate(bearer(pair.accessToken))).toMatchObject({ status: 'ok' })
  })
})

const keyOf = (key: TestProgram['config']['encryptionKeys'][number] | undefined) => {
  if (!key) throw new Error('a program has a key')
  return key
}
