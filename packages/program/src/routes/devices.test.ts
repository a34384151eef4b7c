import { describe, expect, test } from 'vitest'
import { browserOf, signInWith } from '../../testing/cookie-browser.ts'
import { beginSignIn, openCallback, type TestProgram, testProgram } from '../../testing/program.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1'

/** Signs in as an app. The exchange comes with these headers, and from this address. */
async function signIn(program: TestProgram, headers: Record<string, string>, ip = '192.0.2.7') {
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const { url, verifier } = await beginSignIn(program)
  const { code } = await openCallback(program, await program.identity.authorize(url, citizen))
  const body = { code, code_verifier: verifier }
  const exchanged = await program.ask('POST', 'exchange/', { body, headers, ip })
  if (exchanged.status !== 200) throw new Error(`exchange ${exchanged.status}`)
  return (await exchanged.json()) as { access_token: string; refresh_token: string }
}
const devices = async (program: TestProgram) =>
  (await program.sso.sessions.list('account-1')).map(({ device }) => device)

describe('a session keeps what it was opened with', () => {
  test('an app: from the request that brings the code', async () => {
    const program = testProgram()
    const { access_token } = await signIn(program, { 'user-agent': FIREFOX })
    const device = { browser: 'Firefox', system: 'Linux', ipAddress: null }
    expect(await devices(program)).toEqual([device])
    const found = await program.sso.authenticate({ headers: { authorization: `Bearer ${access_token}` } })
    expect(found).toMatchObject({ status: 'ok', session: { device } })
  })

  test('cookie mode: from the redirect that ends the sign-in', async () => {
    const program = testProgram({ cookies: {} })
    const browser = browserOf({
      ...program.sso,
      handle: (request) => {
        request.headers.set('user-agent', SAFARI)
        return program.sso.handle(request)
      },
    })
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    await signInWith(browser, (url) => program.identity.authorize(url, citizen))
    expect(await devices(program)).toEqual([{ browser: 'Safari', system: 'iOS', ipAddress: null }])
  })

  test('a refresh from elsewhere changes nothing', async () => {
    const program = testProgram({ devices: { ipAddress: true } })
    const { refresh_token } = await signIn(program, { 'user-agent': FIREFOX })
    const body = { refresh_token, rotation_id: crypto.randomUUID() }
    const headers = { 'user-agent': SAFARI }
    const refreshed = await program.ask('POST', 'refresh/', { body, headers, ip: '198.51.100.9' })
    expect(refreshed.status).toBe(200)
    expect(await devices(program)).toEqual([{ browser: 'Firefox', system: 'Linux', ipAddress: '192.0.2.7' }])
  })
})

describe('of what a browser sends, nothing is kept', () => {
  test.each([
    ['a made-up browser', 'Evil/1.0 (Made-up OS) <script>', { browser: null, system: null }],
    ['a known browser with more', `${FIREFOX} secret-word`, { browser: 'Firefox', system: 'Linux' }],
    ['no header', '', { browser: null, system: null }],
  ])('%s', async (_what, header, names) => {
    const program = testProgram()
    await signIn(program, { 'user-agent': header })
    expect(await devices(program)).toEqual([{ ...names, ipAddress: null }])
    const kept = JSON.stringify([
      await program.store.listSessions('account-1', program.clock.now()),
      program.logged,
      program.events,
    ])
    for (const word of ['Evil', 'Made-up', 'script', 'secret-word', 'X11;', '/149', '192.0.2'])
      expect(kept).not.toContain(word)
  })

  test.each([
    ['client hints', { 'sec-ch-ua': '"Firefox";v="149"', 'sec-ch-ua-platform': '"Linux"' }],
    ['a body with a device', { 'x-device': 'Firefox on Linux' }],
  ])('%s do not count', async (_what, headers) => {
    const program = testProgram()
    await signIn(program, headers)
    expect(await devices(program)).toEqual([{ browser: null, system: null, ipAddress: null }])
  })
})

describe('the address', () => {
  test.each<[string, { ipAddress?: boolean } | undefined, string | null]>([
    ['is not kept by default', undefined, null],
    ['is not kept by an empty object', {}, null],
    ['is not kept where the program says so', { ipAddress: false }, null],
    // What JavaScript without types may pass on.
    ['is not kept for a word', { ipAddress: 'yes' as never }, null],
    ['is kept where the program turns it on', { ipAddress: true }, '192.0.2.7'],
  ])('%s', async (_what, own, kept) => {
    const program = testProgram(own ? { devices: own } : {})
    await signIn(program, {})
    expect((await devices(program))[0]?.ipAddress).toBe(kept)
  })

  test.each([
    ['of a visitor who claims another one', '192.0.2.7', '203.0.113.1', '192.0.2.7'],
    ['that a trusted proxy tells', '10.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['of version 6 is its network', '2001:db8:1:2:3:4:5:6', '', '2001:db8:1:2::/64'],
    ['that is none', 'not an address', '', null],
  ])('%s', async (_what, ip, forwarded, kept) => {
    const program = testProgram({
      devices: { ipAddress: true },
      clientIp: { trustedProxies: ['10.0.0.0/8'] },
    })
    await signIn(program, forwarded ? { 'x-forwarded-for': forwarded } : {}, ip)
    expect((await devices(program))[0]?.ipAddress).toBe(kept)
  })
})
