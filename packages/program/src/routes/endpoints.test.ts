import { describe, expect, test } from 'vitest'
import { askOf, beginSignIn, openCallback, outcome, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('linking', () => {
  const legacyProgram = () => {
    const closed: string[] = []
    const program = testProgram({
      legacy: {
        authenticate: async (token) =>
          token.reveal() === 'old-token' ? { accountId: 'old-1', sessionRef: 'r1' } : null,
        closeLegacyAccess: async (accountId) => void closed.push(accountId),
      },
    })
    program.accounts.all.set('old-1', { id: 'old-1', name: 'Ana', email: 'ana@example.test' })
    return { program, closed }
  }

  // proves: program-4.2-status, program-5.6-linking-needs-local
  test('connects the account of the old bearer, and closes the old ways in', async () => {
    const { program, closed } = legacyProgram()
    const citizen = program.identity.addCitizen({ email: 'other@example.test' })
    expect(await (await program.ask('GET', 'status/', { bearer: 'old-token' })).json()).toMatchObject({
      linked: false,
    })
    expect(await program.sso.passwordSignInAllowed('old-1')).toBe(true)
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen, { link: 'old-token' })
    expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({
      status: 'ok',
      accountId: 'old-1',
    })
    expect([closed, program.accounts.all.size]).toEqual([['old-1'], 1])
    expect(await program.sso.passwordSignInAllowed('old-1')).toBe(false)
    expect(await outcome(await program.ask('GET', 'status/', { bearer: 'old-token' }))).toBe(
      '401 wrong_token_type',
    )
    expect(await program.sso.unlinkedAccount('old-1')).toBeNull()
    expect(await (await program.ask('GET', 'status/', { bearer: accessToken })).json()).toMatchObject({
      linked: true,
    })
  })

  // proves: program-linking-central-name-and-address
  test('calls onSignIn after closeLegacyAccess, in the same transaction', async () => {
    const { program, closed } = legacyProgram()
    const seen: unknown[] = []
    program.accounts.onSignIn = async (accountId, { name, email }, tx) => {
      seen.push([accountId, name, email, [...closed], tx !== undefined])
    }
    const citizen = program.identity.addCitizen({ email: 'central@example.test', name: 'Ana Central' })
    await signInThrough(program.sso, program.identity, citizen, { link: 'old-token' })
    expect(seen).toEqual([['old-1', 'Ana Central', 'central@example.test', ['old-1'], true]])
  })

  // proves: program-linking-writes-at-exchange
  test('is not made if onSignIn throws, and the code can be tried again', async () => {
    const { program } = legacyProgram()
    program.accounts.onSignIn = () => Promise.reject(new Error('the table is locked'))
    const citizen = program.identity.addCitizen({ email: 'other@example.test' })
    const { url, verifier } = await beginSignIn(program, { link: 'old-token' })
    const { code } = await openCallback(program, await program.identity.authorize(url, citizen))
    const exchange = () => program.ask('POST', 'exchange/', { body: { code, code_verifier: verifier } })
    expect(await outcome(await exchange())).toBe('503 misconfigured')
    expect(await program.sso.identityOf('old-1')).toBeNull()
    program.accounts.onSignIn = async () => undefined
    expect(await outcome(await exchange())).toBe('200')
  })

  // proves: program-linking-writes-at-exchange, threat-forced-link
  test("writes nothing at the callback: a victim who follows an attacker's link is not linked", async () => {
    const { program, closed } = legacyProgram()
    const victim = program.identity.addCitizen({ email: 'victim@example.test' })
    const { url } = await beginSignIn(program, { link: 'old-token' })
    const { code } = await openCallback(program, await program.identity.authorize(url, victim))
    expect(code).not.toBeNull()
    expect(await program.sso.identityOf('old-1')).toBeNull()
    const guess = { code, code_verifier: 'a'.repeat(43) }
    expect(await outcome(await program.ask('POST', 'exchange/', { body: guess }))).toBe('401 handoff_invalid')
    expect(closed).toEqual([])
  })

  // proves: program-4.2-begin-link, program-5-local-bearer
  test.each([
    [undefined, '401 missing_token'],
    ['nobody', '401 wrong_token_type'],
    [`ppa_${'A'.repeat(43)}`, '401 token_unknown'],
  ])('begin with the bearer %s is refused with %s', async (token, expected) => {
    const { program } = legacyProgram()
    const body = {
      return_uri: 'https://permits.example.test/signed-in',
      code_challenge: 'A'.repeat(43),
      link: true,
    }
    expect(
      await outcome(await program.ask('POST', 'begin/', { body, ...(token ? { bearer: token } : {}) })),
    ).toBe(expected)
  })

  // proves: threat-stolen-old-token
  test('begin by an old session that has not signed in of late is refused, and one that has may link (RFC 9470 section 3)', async () => {
    const { program } = legacyProgram()
    const fresh = { is: false }
    Object.assign(program.accounts.legacy ?? {}, { isFresh: async (ref: string) => ref === 'r1' && fresh.is })
    const body = {
      return_uri: 'https://permits.example.test/signed-in',
      code_challenge: 'A'.repeat(43),
      link: true,
    }
    const begin = () => program.ask('POST', 'begin/', { body, bearer: 'old-token' })
    const refused = await begin()
    expect(await outcome(refused)).toBe('401 fresh_sign_in_required')
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication"')
    fresh.is = true
    expect(await outcome(await begin())).toBe('200')
    // A link that has begun has ten minutes. The old session must only be open.
    const { url, verifier } = await beginSignIn(program, { link: 'old-token' })
    fresh.is = false
    const citizen = program.identity.addCitizen({ email: 'other@example.test' })
    const { code } = await openCallback(program, await program.identity.authorize(url, citizen))
    const presented = { body: { code, code_verifier: verifier }, bearer: 'old-token' }
    expect(await outcome(await program.ask('POST', 'exchange/', presented))).toBe('200')
    // A session of ours was checked centrally, and its account is linked already.
    const local = await signInThrough(program.sso, program.identity, citizen)
    expect(await outcome(await program.ask('POST', 'begin/', { body, bearer: local.accessToken }))).toBe(
      '200',
    )
  })

  // proves: program-linking-ended-account
  test('an account that is deleted between callback and exchange is not linked', async () => {
    const { program, closed } = legacyProgram()
    const citizen = program.identity.addCitizen({ email: 'other@example.test' })
    const { url, verifier } = await beginSignIn(program, { link: 'old-token' })
    const { code } = await openCallback(program, await program.identity.authorize(url, citizen))
    program.accounts.all.delete('old-1')
    const presented = { code, code_verifier: verifier }
    expect(await outcome(await program.ask('POST', 'exchange/', { body: presented }))).toBe(
      '401 handoff_conflict',
    )
    expect([closed, await program.sso.identityOf('old-1')]).toEqual([[], null])
  })

  // proves: program-6-error-existing-account
  test('a citizen who has another account gets existing_account', async () => {
    const { program } = legacyProgram()
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    await signInThrough(program.sso, program.identity, citizen)
    const { url } = await beginSignIn(program, { link: 'old-token' })
    expect((await openCallback(program, await program.identity.authorize(url, citizen))).error).toBe(
      'existing_account',
    )
    expect(program.events.at(-1)).toMatchObject({ reason: 'link: the citizen is linked to another account' })
  })

  // proves: program-6-error-existing-account
  test('an account that another citizen has gets existing_account, and the log tells the two apart', async () => {
    const { program } = legacyProgram()
    const { url } = await beginSignIn(program, { link: 'old-token' })
    const [first, second] = ['a', 'b'].map((name) =>
      program.identity.addCitizen({ email: `${name}@example.test` }),
    )
    await signInThrough(program.sso, program.identity, first ?? { subject: '' }, { link: 'old-token' })
    const { error } = await openCallback(
      program,
      await program.identity.authorize(url, second ?? { subject: '' }),
    )
    expect(error).toBe('existing_account')
    expect(program.events.at(-1)).toMatchObject({ reason: 'link: the account is linked to another citizen' })
  })

  // proves: program-linking-one-account-two-citizens
  test('two citizens who race for one account: one gets it, the other a conflict', async () => {
    const { program } = legacyProgram()
    const flows = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const { url, verifier } = await beginSignIn(program, { link: 'old-token' })
        const citizen = program.identity.addCitizen({ email: `${name}@example.test` })
        const { code } = await openCallback(program, await program.identity.authorize(url, citizen))
        return { code, code_verifier: verifier }
      }),
    )
    const answers = await Promise.all(flows.map((body) => program.ask('POST', 'exchange/', { body })))
    expect((await Promise.all(answers.map(outcome))).toSorted()).toEqual(['200', '401 handoff_conflict'])
    const [loser] = flows.filter((_, index) => answers[index]?.status !== 200)
    expect(await outcome(await program.ask('POST', 'exchange/', { body: loser }))).toBe('401 handoff_invalid')
  })
})

describe('the endpoints as a whole', () => {
  // proves: program-paths-slash-and-others
  test.each([
    ['GET', 'begin/', '405 method_not_allowed'],
    ['POST', 'config/', '405 method_not_allowed'],
    ['GET', 'nothing/', '404 not_found'],
    ['GET', 'constructor', '404 not_found'],
    ['GET', '', '404 not_found'],
  ])('%s %s is %s', async (method, path, expected) => {
    expect(await outcome(await testProgram().ask(method, path))).toBe(expected)
  })

  // proves: program-4.3.5-no-token-in-address, program-paths-slash-and-others
  test.each([
    ['GET', 'callback/', 400],
    ['POST', 'begin/', 200],
    ['POST', 'begin', 200],
    ['POST', 'exchange', 400],
    ['POST', 'refresh', 400],
    ['GET', 'status', 401],
    ['POST', 'logout', 401],
  ])('%s %s is no redirect, is not cached, and sends no referer', async (method, path, status) => {
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    const wanted = path.startsWith('begin') ? { body } : method === 'POST' ? { body: {} } : {}
    const { headers, status: answered } = await testProgram().ask(method, path, wanted)
    expect(answered).toBe(status)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  // proves: program-paths-slash-and-others
  test('other paths are not ours', async () => {
    expect(
      await testProgram().sso.handle(new Request('https://permits.example.test/api/v1/other/')),
    ).toBeNull()
  })

  // proves: program-4.2-config
  test('config answers during an outage and may be cached for a minute', async () => {
    const program = testProgram()
    program.identity.outage('refused')
    const answer = await program.ask('GET', 'config/')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect(Object.keys((await answer.json()) as object)).toEqual([
      'enabled',
      'account_url',
      'registration_url',
      'recovery_url',
    ])
    expect(program.identity.log).toEqual([])
  })

  // proves: program-9.3-own-host
  test('origins of return addresses may read answers, others may not, and never with credentials', async () => {
    const program = testProgram()
    const from = (origin: string) => program.ask('OPTIONS', 'begin/', { headers: { origin } })
    const listed = await from('https://permits.example.test')
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://permits.example.test')
    expect(listed.headers.get('access-control-allow-credentials')).toBeNull()
    for (const origin of ['https://evil.example.test', 'null', 'https://permits.example.test.evil']) {
      expect((await from(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  // proves: program-limits-trusted-hop
  test('limits count the trusted hop, an IPv6 network as one address, and a request without an address not at all', async () => {
    const program = testProgram({
      clientIp: { header: 'x-forwarded-for', trustedHops: 1 },
      throttle: { beginPerIp: { limit: 1, windowMs: 60_000 } },
    })
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    const from = (forwarded?: string) =>
      program.ask('POST', 'begin/', { body, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })
    const statuses: number[] = []
    for (const hop of [
      '1.1.1.1, 192.0.2.1',
      '2.2.2.2, 192.0.2.1',
      '2001:db8::1',
      '2001:db8:0:0:1::2',
      '2001:db8:0:1::2',
      undefined,
      undefined,
    ])
      statuses.push((await from(hop)).status)
    expect(statuses).toEqual([200, 429, 200, 429, 200, 200, 200])
    expect(program.logged.filter((line) => line.startsWith('client_ip_unknown'))).toHaveLength(1)
  })

  test('hints are for development only', async () => {
    const program = testProgram({ env: 'production', store: { ...testProgram().store, name: 'elsewhere' } })
    expect(await (await program.ask('POST', 'begin/', { body: {} })).json()).not.toHaveProperty('hint')
    expect(await (await askOf(testProgram().sso, 'POST', 'begin/', { body: {} })).json()).toHaveProperty(
      'hint',
    )
  })

  // proves: program-purge-abandoned-codes
  test('handoffs that were never exchanged are purged, and their central grants are revoked', async () => {
    const program = testProgram()
    const { url } = await beginSignIn(program)
    await openCallback(
      program,
      await program.identity.authorize(url, program.identity.addCitizen({ email: 'a@example.test' })),
    )
    await program.clock.advance(90_000)
    expect(await program.sso.purge()).toMatchObject({ handoffs: 1 })
    await program.sso.close()
    expect(program.identity.log.at(-1)?.path).toBe('/o/revoke/')
  })
})
