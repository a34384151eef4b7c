import { describe, expect, test } from 'vitest'
import { CENTRAL_TOKEN, SIGNED_TOKEN } from '../../testing/central-tokens.ts'
import {
  BASE,
  beginSignIn,
  openCallback,
  outcome,
  patiently,
  proof,
  type TestProgram,
  testProgram,
} from '../../testing/program.ts'
import { signInThrough, type TamperedField } from '../testing/index.ts'

const signedIn = async (program: TestProgram) => {
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  return { citizen, ...(await signInThrough(program.sso, program.identity, citizen)) }
}

describe('a sign-in', () => {
  // proves: program-1.5-backend-exchanges, program-4.2-callback, program-4.3.5-no-token-in-address
  // proves: program-5.7-nothing-secret-logged, threat-program-token-theft
  test('goes from begin to a local session, and no token is in any address', async () => {
    const program = testProgram()
    const { accessToken, refreshToken, urls } = await signedIn(program)
    const result = await program.sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })
    expect(result).toMatchObject({
      status: 'ok',
      account: { name: 'Ana Example', email: 'ana@example.test' },
    })
    for (const url of urls) {
      expect(url).not.toContain(accessToken)
      expect(url).not.toContain(refreshToken)
      for (const token of [CENTRAL_TOKEN, SIGNED_TOKEN]) expect(url).not.toMatch(token)
    }
    expect(program.events.map(({ type }) => type)).toEqual(['provisioned'])
    for (const token of [CENTRAL_TOKEN, SIGNED_TOKEN, /(?:ppa|ppr|ssoc)_[\w-]{40}/])
      expect(JSON.stringify([...program.logged, ...program.events])).not.toMatch(token)
  })

  // proves: program-4.2-begin, program-4.3.2-own-verifier-state-nonce
  test('asks for exactly what the contract says (contract 4.3 rule 2)', async () => {
    const program = testProgram()
    const { url } = await beginSignIn(program)
    const asked = Object.fromEntries(new URL(url).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email offline_access',
      code_challenge_method: 'S256',
      redirect_uri: `${BASE}/api/v1/sso/callback/`,
    })
    const again = Object.fromEntries(new URL((await beginSignIn(program)).url).searchParams)
    for (const name of ['state', 'nonce', 'code_challenge']) expect(again[name]).not.toBe(asked[name])
  })

  // proves: program-1.7-profile-at-first-sign-in, program-4.3.4-issuer-and-subject
  test('the second sign-in of a citizen finds the account of the first, whatever the email says', async () => {
    const program = testProgram()
    const { citizen } = await signedIn(program)
    citizen.email = 'new@example.test'
    await signInThrough(program.sso, program.identity, citizen)
    expect(program.accounts.all.size).toBe(1)
    expect(program.events.map(({ type }) => type)).toEqual(['provisioned', 'sign_in'])
  })

  // proves: program-linking-writes-at-exchange
  test('an abandoned sign-in leaves no account', async () => {
    const program = testProgram()
    const { url } = await beginSignIn(program)
    await openCallback(
      program,
      await program.identity.authorize(url, program.identity.addCitizen({ email: 'a@example.test' })),
    )
    expect(program.accounts.all.size).toBe(0)
  })
})

describe('begin refuses', () => {
  const good = { return_uri: `${BASE}/signed-in`, code_challenge: 'A'.repeat(43) }
  // proves: program-4.2-400-bad-input
  test.each<[string, unknown]>([
    ['400 invalid_json', '{'],
    ['400 invalid_json', '[]'],
    ['400 invalid_json', 'null'],
    ['400 invalid_json', ''],
    ['400 unknown_field', { ...good, role: 'admin' }],
    ['400 unknown_field', '{"return_uri":"x","__proto__":{}}'],
    ['400 invalid_json', { ...good, link: 'true' }],
    ['400 return_uri_not_allowed', { ...good, return_uri: `${BASE}/signed-in/` }],
    ['400 return_uri_not_allowed', { ...good, return_uri: `${BASE}/signed-in?x=1` }],
    ['400 return_uri_not_allowed', { ...good, return_uri: `${BASE}/SIGNED-IN` }],
    ['400 return_uri_not_allowed', { ...good, return_uri: 'https://evil.example.test/signed-in' }],
    ['400 return_uri_not_allowed', { ...good, return_uri: 'javascript:alert(1)' }],
    ['400 return_uri_not_allowed', { ...good, return_uri: [good.return_uri] }],
    ['400 return_uri_not_allowed', { code_challenge: good.code_challenge }],
    ['400 code_challenge_invalid', { ...good, code_challenge: 'A'.repeat(42) }],
    ['400 code_challenge_invalid', { ...good, code_challenge: `${'A'.repeat(43)}=` }],
    ['400 code_challenge_invalid', { ...good, code_challenge: 'A'.repeat(42) + 'B' }],
    ['400 code_challenge_invalid', { return_uri: good.return_uri }],
    ['400 link_not_supported', { ...good, link: true }],
    ['400 body_too_large', { ...good, code_challenge: 'A'.repeat(9000) }],
  ])('%s: %j', async (expected, body) => {
    const answer = await testProgram().ask('POST', 'begin/', { body })
    expect(await outcome(answer)).toBe(expected)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test.each(['refused', 'timeout', '500', '429'] as const)(
    'while the identity service is away (%s), with 503 and Retry-After',
    async (kind) => {
      const program = testProgram()
      program.identity.outage(kind)
      const answer = await program.ask('POST', 'begin/', { body: good })
      expect(await outcome(answer)).toBe('503 identity_unavailable')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      program.identity.outage('off')
      await program.clock.advance(Number(answer.headers.get('retry-after')) * 1000)
      expect((await program.ask('POST', 'begin/', { body: good })).status).toBe(200)
    },
  )

  // proves: program-4.2-400-bad-input
  test('a form in place of JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await outcome(await testProgram().ask('POST', 'begin/', { body: 'a=b', headers }))).toBe(
      '400 invalid_json',
    )
  })

  // proves: program-4.2-config
  test('while the sign-in is switched off; config says so', async () => {
    const program = testProgram({
      program: { baseUrl: BASE, returnUris: [`${BASE}/signed-in`], enabled: false },
    })
    expect((await program.ask('POST', 'begin/', { body: good })).status).toBe(503)
    expect(await (await program.ask('GET', 'config')).json()).toMatchObject({ enabled: false })
  })
})

describe('the callback', () => {
  const start = async (program = testProgram()) => {
    const { url, verifier } = await beginSignIn(program)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const authorize = () => program.identity.authorize(url, citizen)
    return { program, url, verifier, citizen, authorize }
  }

  // proves: program-4.3.3-state-once
  test.each([
    '?state=',
    '?state=short',
    `?state=${'A'.repeat(43)}`,
    `?state=${'A'.repeat(43)}&state=${'A'.repeat(43)}`,
    '?code=x',
    `?code=x&state=${'A'.repeat(43)}&iss=https://evil.example`,
    '?error=access_denied',
    '?%zz',
  ])(
    'leads to a page with words when the state is unknown, whose address has nothing of it: %s',
    async (query) => {
      const program = testProgram()
      const answer = await program.ask('GET', `callback/${query}`)
      expect([answer.status, await answer.text()]).toEqual([303, ''])
      expect(answer.headers.get('location')).toBe(`${BASE}/api/v1/sso/callback/`)
      const page = await program.ask('GET', 'callback/')
      expect([page.status, page.headers.get('location')]).toEqual([400, null])
      expect(await page.text()).toContain('Go back to the app and start again')
    },
  )

  // proves: program-4.3.3-state-once
  test('gives no second code for one state, and spends nothing the second time', async () => {
    const { program, authorize } = await start()
    expect((await openCallback(program, await authorize())).code).toMatch(/^ssoc_/)
    const spent = program.identity.log.length
    expect(await openCallback(program, await authorize())).toMatchObject({ code: null, error: 'cancelled' })
    expect(program.identity.log.slice(spent).map(({ path }) => path)).not.toContain('/o/token/')
  })

  // proves: program-4.3.3-state-once, threat-program-replay
  test('of 40 codes at once, one is redeemed', async () => {
    const { program, authorize } = await start()
    const urls = await Promise.all(Array.from({ length: 40 }, authorize))
    const landed = await Promise.all(urls.map((url) => openCallback(program, url)))
    expect(landed.filter(({ code }) => code !== null)).toHaveLength(1)
    expect(program.identity.log.filter(({ path }) => path === '/o/token/')).toHaveLength(1)
  })

  // proves: program-4.3.3-state-once, program-callback-repeated
  test('of 40 times the same at once, all get one code, which was redeemed once', async () => {
    const { program, authorize } = await start()
    const url = await authorize()
    const all = Promise.all(Array.from({ length: 40 }, () => openCallback(program, url)))
    const codes = new Set((await patiently(program, all)).map(({ code }) => code))
    expect([codes.size, codes.has(null)]).toEqual([1, false])
    expect(program.identity.log.filter(({ path }) => path === '/o/token/')).toHaveLength(1)
  })

  // proves: program-6-error-cancelled, program-8-pending-10-minutes
  test('after ten minutes says cancelled', async () => {
    const { program, authorize } = await start()
    const url = await authorize()
    await program.clock.advance(600_000)
    expect(await openCallback(program, url)).toMatchObject({ code: null, error: 'cancelled' })
  })

  // proves: program-6-error-cancelled
  test.each(['access_denied', 'login_required', 'consent_required'])(
    'says cancelled for %s',
    async (error) => {
      const { program, url } = await start()
      expect((await openCallback(program, program.identity.decline(url, error))).error).toBe('cancelled')
    },
  )

  // proves: program-6-error-unavailable
  test.each(['server_error', 'temporarily_unavailable', 'invalid_scope', 'unauthorized_client', '<script>'])(
    'says unavailable for %s',
    async (error) => {
      const { program, url } = await start()
      expect((await openCallback(program, program.identity.decline(url, error))).error).toBe('unavailable')
    },
  )

  // proves: program-6-error-unavailable
  test.each([
    ['a foreign iss', (url: URL) => url.searchParams.set('iss', 'https://evil.example.test')],
    ['a repeated code', (url: URL) => url.searchParams.append('code', 'x')],
    ['an id_token', (url: URL) => url.searchParams.set('id_token', 'x')],
    ['a wrong code', (url: URL) => url.searchParams.set('code', 'x')],
    ['no code', (url: URL) => url.searchParams.delete('code')],
  ])('says unavailable for %s', async (_name, change) => {
    const { program, authorize } = await start()
    const url = new URL(await authorize())
    change(url)
    expect(await openCallback(program, url.href)).toMatchObject({ code: null, error: 'unavailable' })
  })

  test('ignores parameters that it does not know, also when they come twice (RFC 6749 section 4.1.2)', async () => {
    const { program, authorize } = await start()
    const url = new URL(await authorize())
    for (const value of ['1', '2']) url.searchParams.append('trace', value)
    expect(await openCallback(program, url.href)).toMatchObject({ code: expect.any(String), error: null })
  })

  const FIELDS: TamperedField[] = [
    'iss',
    'aud',
    'azp',
    'nonce',
    'exp',
    'iat',
    'alg',
    'sid',
    'security_version',
    'email_verified',
    'signature',
  ]
  // proves: program-4.3.4-id-token-checks, threat-forged-id-token
  test.each(FIELDS)(
    'refuses an ID token whose %s is wrong, and says which check only in the audit (contract 4.3 rule 4)',
    async (field) => {
      const { program, authorize } = await start()
      const url = await authorize()
      program.identity.tamperNextIdToken(field)
      const landed = await openCallback(program, url)
      expect(landed).toMatchObject({ code: null, error: 'unavailable', status: 302 })
      expect(landed.location).toBe(`${BASE}/signed-in?sso_error=unavailable`)
      expect(program.events).toMatchObject([{ type: 'callback_refused' }])
    },
  )

  // proves: program-6-error-unavailable
  test.each(['refused', 'timeout', '500', '429'] as const)(
    'says unavailable while the identity service is away (%s)',
    async (kind) => {
      const { program, authorize } = await start()
      const url = await authorize()
      program.identity.outage(kind)
      expect((await openCallback(program, url)).error).toBe('unavailable')
    },
  )

  // proves: program-4.3.3-iss-checked
  test('accepts a response without iss, which is checked if it is present (contract 4.3 rule 3)', async () => {
    const { program, authorize } = await start()
    const url = new URL(await authorize())
    url.searchParams.delete('iss')
    expect((await openCallback(program, url.href)).code).toMatch(/^ssoc_/)
  })

  // proves: program-callback-secret-refused
  test('says unavailable when our secret is refused, and health tells the operator', async () => {
    const { program, authorize } = await start()
    const url = await authorize()
    program.identity.rotateClientSecret()
    expect((await openCallback(program, url)).error).toBe('unavailable')
    expect(await program.sso.health()).toMatchObject({
      identity: 'degraded',
      lastError: expect.stringContaining('401'),
    })
  })

  // proves: program-4.3.4-key-rotation
  test('accepts a rotated signing key without a restart', async () => {
    const program = testProgram()
    await signInThrough(
      program.sso,
      program.identity,
      program.identity.addCitizen({ email: 'a@example.test' }),
    )
    await program.identity.rotateKeys()
    await signInThrough(
      program.sso,
      program.identity,
      program.identity.addCitizen({ email: 'b@example.test' }),
    )
    expect(program.accounts.all.size).toBe(2)
  })

  test.each([59, -59])('tolerates a clock that is %d s off', async (seconds) => {
    const program = testProgram()
    program.identity.skew(seconds)
    await expect(signedIn(program)).resolves.toBeDefined()
  })

  // proves: program-1.8-no-merge-by-email, program-6-error-existing-account, threat-forced-link
  test('says existing_account when the email is a local account, and neither merges nor provisions', async () => {
    const { program, authorize } = await start()
    program.accounts.emailBelongsToLocalAccount = async () => true
    expect((await openCallback(program, await authorize())).error).toBe('existing_account')
    expect(program.accounts.all.size).toBe(0)
  })

  // proves: program-callback-look-ahead-harmless
  test.each<[string, string]>([
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
  ])('spends nothing for a prefetch (%s)', async (name, value) => {
    const { program, authorize } = await start()
    const url = await authorize()
    const ahead = await program.sso.handle(new Request(url, { headers: { [name]: value } }))
    expect(ahead?.status).toBe(204)
    expect((await program.sso.handle(new Request(url, { method: 'HEAD' })))?.status).toBe(204)
    expect((await openCallback(program, url)).code).toMatch(/^ssoc_/)
  })

  // proves: program-callback-database-outage
  test('shows a page while the database does not answer, and works when it answers again', async () => {
    const { program, authorize } = await start()
    const url = await authorize()
    const { createProgramSso } = await import('../create.ts')
    const away = () => Promise.reject(new Error('connection refused'))
    const sso = createProgramSso({ ...program.config, store: { ...program.store, consumePending: away } })
    const answer = await sso.handle(new Request(url))
    expect([answer?.status, answer?.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await answer?.text()).toContain('Nothing was changed')
    expect((await openCallback(program, url)).code).toMatch(/^ssoc_/)
  })

  // proves: program-4.2-callback, threat-app-return-redirect
  test('sends nobody to a return address that has left the list', async () => {
    const { program, authorize } = await start()
    const { createProgramSso } = await import('../create.ts')
    const sso = createProgramSso({
      ...program.config,
      program: { baseUrl: BASE, returnUris: [`${BASE}/other`] },
    })
    const answer = await sso.handle(new Request(await authorize()))
    expect([answer?.status, answer?.headers.get('location')]).toEqual([303, `${BASE}/api/v1/sso/callback/`])
  })
})

describe('exchange refuses', () => {
  const landed = async (program: TestProgram) => {
    const { url, verifier } = await beginSignIn(program)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const { code } = await openCallback(program, await program.identity.authorize(url, citizen))
    return { code: code ?? '', code_verifier: verifier }
  }

  // proves: program-4.2-exchange, program-4.2-401-handoff
  test('a code the second time', async () => {
    const program = testProgram()
    const body = await landed(program)
    expect((await program.ask('POST', 'exchange/', { body })).status).toBe(200)
    expect(await outcome(await program.ask('POST', 'exchange/', { body }))).toBe('401 handoff_invalid')
  })

  // proves: program-4.3.5-sso-code-once-and-bound, threat-program-replay
  test('all but one of 40 at once', async () => {
    const program = testProgram()
    const body = await landed(program)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => program.ask('POST', 'exchange/', { body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(program.accounts.all.size).toBe(1)
  })

  // proves: program-4.2-401-handoff, program-8-handoff-90-seconds
  test('a code after 90 seconds', async () => {
    const program = testProgram()
    const body = await landed(program)
    await program.clock.advance(90_000)
    expect(await outcome(await program.ask('POST', 'exchange/', { body }))).toBe('401 handoff_invalid')
    const inTime = await landed(program)
    await program.clock.advance(89_999)
    expect(await outcome(await program.ask('POST', 'exchange/', { body: inTime }))).toBe('200')
  })

  // proves: program-4.2-401-handoff
  test('a wrong verifier, of which only the fifth invalidates the code', async () => {
    const program = testProgram()
    const body = await landed(program)
    for (let i = 0; i < 4; i += 1) {
      const wrong = { ...body, code_verifier: (await proof()).verifier }
      expect(await outcome(await program.ask('POST', 'exchange/', { body: wrong }))).toBe(
        '401 handoff_invalid',
      )
    }
    expect((await program.ask('POST', 'exchange/', { body })).status).toBe(200)
  })

  // proves: program-4.2-400-bad-input, program-8-verifier-length
  test.each([
    ['400 code_verifier_invalid', { code: 'x', code_verifier: 'short' }],
    ['400 code_verifier_invalid', { code: 'x', code_verifier: 'a'.repeat(129) }],
    ['400 code_verifier_invalid', { code: 'x', code_verifier: `${'a'.repeat(43)} ` }],
    ['400 code_verifier_invalid', { code: 'x' }],
    ['400 invalid_json', { code_verifier: 'a'.repeat(43) }],
    ['400 invalid_json', { code: 7, code_verifier: 'a'.repeat(43) }],
    ['400 unknown_field', { code: 'x', code_verifier: 'a'.repeat(43), redirect_uri: 'x' }],
    ['401 handoff_invalid', { code: 'x', code_verifier: 'a'.repeat(43) }],
    ['401 handoff_invalid', { code: `ssoc_${'A'.repeat(43)}`, code_verifier: 'a'.repeat(43) }],
    ['401 handoff_invalid', { code: `ssoc_${'A'.repeat(43)}%00`, code_verifier: 'a'.repeat(43) }],
  ])('%s: %j', async (expected, body) => {
    expect(await outcome(await testProgram().ask('POST', 'exchange/', { body }))).toBe(expected)
  })

  // proves: program-exchange-rolled-back
  test('only for the time in which provisioning throws: then the code works', async () => {
    const program = testProgram()
    const body = await landed(program)
    const { provision } = program.accounts
    program.accounts.provision = () => Promise.reject(new Error('users table is locked'))
    expect(await outcome(await program.ask('POST', 'exchange/', { body }))).toBe('503 misconfigured')
    program.accounts.provision = provision
    expect((await program.ask('POST', 'exchange/', { body })).status).toBe(200)
  })

  test('guessing: the eleventh failure in a minute from one address waits', async () => {
    const program = testProgram()
    const body = { code: `ssoc_${'A'.repeat(43)}`, code_verifier: 'a'.repeat(43) }
    const tries = await Promise.all(
      Array.from({ length: 11 }, () => program.ask('POST', 'exchange/', { body, ip: '192.0.2.1' })),
    )
    const outcomes = await Promise.all(tries.map(outcome))
    expect(outcomes.filter((o) => o === '429 throttled')).toHaveLength(1)
    expect(await outcome(await program.ask('POST', 'exchange/', { body, ip: '192.0.2.2' }))).toBe(
      '401 handoff_invalid',
    )
  })
})
