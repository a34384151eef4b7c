import { describe, expect, test } from 'vitest'
import { browserOf, signInWith } from '../../testing/cookie-browser.ts'
import { testProgram } from '../../testing/program.ts'
import { cookieNamesOf } from './cookie-names.ts'
import { ownAddressOf } from './return-path.ts'

const nameAt = (address: string, chosen?: string) => cookieNamesOf(chosen, ownAddressOf(address)).name

describe('the name of the session cookie', () => {
  test.each([
    ['https://permits.example', '__Host-portico'],
    ['https://permits.example:443/', '__Host-portico'],
    ['https://permits.example:8443', '__Host-portico-8443'],
    ['http://localhost:3000', '__Host-portico-3000'],
    ['http://localhost', '__Host-portico-80'],
    ['https://city.example/permits', '__Host-portico--permits'],
    ['https://city.example/a-b/c_d', '__Host-portico--a_2db_2fc_5fd'],
    ['https://city.example:8443/permits/', '__Host-portico-8443--permits'],
  ])('of a program at %s is %s', (address, name) => {
    expect(nameAt(address)).toBe(name)
  })

  // proves: threat-program-shared-store
  test('differs for programs on one host, because a browser sends a cookie to every port and path', () => {
    const addresses = ['', ':8443', ':80', '/80', '/8443', '/a/b', '/a-b', '/a_2fb', '/a', ':8443/a'].map(
      (rest) => `https://city.example${rest}`,
    )
    const names = [...addresses, 'http://city.example'].map((address) => nameAt(address).toLowerCase())
    // https on port 80 and http have one host and one port, so they cannot both be there.
    expect(new Set(names).size).toBe(names.length - 1)
  })

  test('is the one that the configuration names, at every address', () => {
    expect(nameAt('https://city.example:8443/permits', 'permits')).toBe('__Host-permits')
  })
})

const AT_A_PORT = 'https://permits.example.test:8443'

/** A citizen who signed in at a program with a port, in a browser that has this cookie from before. */
const atPort = async () => {
  const base = testProgram()
  const program = testProgram({
    cookies: {},
    program: { ...base.config.program, baseUrl: AT_A_PORT },
  })
  const browser = browserOf(program.sso)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  await signInWith(browser, (url) => program.identity.authorize(url, citizen))
  const value = browser.jar.get('__Host-portico-8443') ?? ''
  const asking = (cookie: string) => program.sso.authenticate({ method: 'GET', headers: { cookie } })
  return { program, value, asking }
}

describe('a session whose cookie an earlier release named', () => {
  test('goes on', async () => {
    const { value, asking } = await atPort()
    expect(value).not.toBe('')
    expect(await asking(`__Host-portico=${value}`)).toMatchObject({ status: 'ok' })
  })

  test('counts less than the cookie of this program', async () => {
    const { value, asking } = await atPort()
    const another = `ppc_${'A'.repeat(43)}`
    expect(await asking(`__Host-portico=${value}; __Host-portico-8443=${another}`)).toMatchObject({
      code: 'token_unknown',
    })
    expect(await asking(`__Host-portico=${another}; __Host-portico-8443=${value}`)).toMatchObject({
      status: 'ok',
    })
  })

  test('ends with its cookie, and the cookie of a program on another port is left alone', async () => {
    const { program, value } = await atPort()
    const leave = async (cookie: string) => {
      const request = new Request(`${AT_A_PORT}/api/v1/sso/logout/`, {
        method: 'POST',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      })
      const answer = await program.sso.handle(request)
      return answer?.headers.getSetCookie().map((line) => line.split('=')[0])
    }
    expect(await leave(`__Host-portico=ppc_${'A'.repeat(43)}`)).toEqual(['__Host-portico-8443'])
    expect(await leave(`__Host-portico=${value}`)).toEqual(['__Host-portico'])
    expect(await leave('__Host-portico=x; __Host-portico-8443=y')).toEqual(['__Host-portico-8443'])
  })
})
