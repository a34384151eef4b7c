import { describe, expect, test } from 'vitest'
import type { ClientRegistration } from './client.ts'
import { readRegistration } from './registration.ts'
import { readClientScope, STANDARD_SCOPE } from './scope.ts'

const FRENCH = 'https://parking.example.org/fr/'
const PARKING: ClientRegistration = {
  name: 'Parking permits',
  names: {},
  home: null,
  homes: {},
  redirectUris: ['https://parking.example.org/api/v1/sso/callback/'],
  scope: STANDARD_SCOPE,
  confirmation: 'first-time',
  tokenLimitPerMinute: null,
  introspectionLimitPerMinute: null,
}

describe('what an operator may register', () => {
  test('a name is trimmed and otherwise kept', () => {
    const read = readRegistration({
      ...PARKING,
      name: '  Śródmieście – Parking & «Permits» 🅿  ',
    })
    expect(read).toMatchObject({ ok: true, value: { name: 'Śródmieście – Parking & «Permits» 🅿' } })
  })

  test.each([
    ['', 'bad-name'],
    ['   ', 'bad-name'],
    ['a'.repeat(101), 'bad-name'],
    ['Parking\nSign in at evil.example', 'bad-name'],
    ['Parking\u202egnikraP', 'bad-name'],
    ['Park\u200bing', 'bad-name'],
    ['Park\u200ding', 'bad-name'],
    ['م\u200c\u200cم', 'bad-name'],
    ['Parking\u0000', 'bad-name'],
    ['Park\u2028ing', 'bad-name'],
    ['Parking\ud800', 'bad-name'],
  ])('the name %j is refused', (name, refusal) => {
    expect(readRegistration({ ...PARKING, name })).toMatchObject({ ok: false, refusal: { refusal } })
  })

  test.each(['می\u200cخواهم', 'ශ්\u200dරී ලංකා', 'ക്\u200dഷ'])('the name %s keeps its joiner', (name) => {
    expect(readRegistration({ ...PARKING, name: `\u202b${name}\u202c` })).toMatchObject({
      ok: true,
      value: { name },
    })
  })

  test('a name of 100 characters of more than one byte is taken', () => {
    expect(readRegistration({ ...PARKING, name: '🅿'.repeat(100) }).ok).toBe(true)
  })

  test('no, repeated, bad and too many redirect URIs are refused, and the bad one is named', () => {
    const uris = (redirectUris: readonly string[]) => readRegistration({ ...PARKING, redirectUris })
    const good = 'https://parking.example.org/'
    const bad = 'http://parking.example.org/'
    expect(uris([])).toMatchObject({ refusal: { refusal: 'no-redirect-uri' } })
    expect(uris([good, good])).toMatchObject({ refusal: { refusal: 'repeated-redirect-uri', about: good } })
    expect(uris([good, bad])).toMatchObject({ refusal: { refusal: 'not-https', about: bad } })
    expect(uris(Array.from({ length: 51 }, (_, index) => `${good}${index}`))).toMatchObject({
      refusal: { refusal: 'too-many-redirect-uris' },
    })
  })

  test('a home on the origin of a redirect URI is kept as it was given', () => {
    for (const home of ['https://parking.example.org', 'https://parking.example.org/a/?b=c'])
      expect(readRegistration({ ...PARKING, home })).toMatchObject({ ok: true, value: { home } })
    const redirectUris = [...PARKING.redirectUris, 'http://localhost:4100/cb']
    expect(readRegistration({ ...PARKING, redirectUris, home: 'http://localhost:4100/' }).ok).toBe(true)
  })

  test('homes in the languages of the pages are kept; another language is refused', () => {
    const homes = { fr: FRENCH, 'zh-Hans': 'https://parking.example.org/zh/' }
    expect(readRegistration({ ...PARKING, homes })).toMatchObject({ ok: true, value: { homes } })
    expect(readRegistration({ ...PARKING, homes: { tlh: FRENCH } as {} })).toEqual({
      ok: false,
      refusal: { refusal: 'unknown-language', about: 'tlh' },
    })
  })

  // proves: design-46-home-origin
  test.each([
    ['https://evil.example/', 'home-elsewhere'],
    ['https://parking.example.org.evil.example/', 'home-elsewhere'],
    ['https://parking.example.org:8443/', 'home-elsewhere'],
    ['http://localhost:4100/', 'home-elsewhere'],
    ['http://parking.example.org/', 'bad-home'],
    ['https://parking.example.org@evil.example/', 'bad-home'],
    ['https://parking.example.org/#x', 'bad-home'],
    ['https://parking.example.org/../x', 'bad-home'],
    ['javascript:alert(1)//parking.example.org', 'bad-home'],
    ['//parking.example.org/', 'bad-home'],
    ['/residents/', 'bad-home'],
    ['https://parking.example.org/"><b>', 'bad-home'],
    ['https://parking.example.org:6000/', 'home-on-blocked-port'],
    ['', 'bad-home'],
    [`https://parking.example.org/${'a'.repeat(473)}`, 'bad-home'],
  ])('the home %j is refused: %s', (home, refusal) => {
    expect(readRegistration({ ...PARKING, home })).toEqual({ ok: false, refusal: { refusal, about: home } })
    expect(readRegistration({ ...PARKING, homes: { fr: FRENCH, de: home } })).toEqual({
      ok: false,
      refusal: { refusal: `${refusal}-in`, about: 'de' },
    })
  })

  test('an address that the client has stays where a browser opens its port no more, and no other one joins it', () => {
    const [redirectUris, home] = [
      ['https://parking.example.org:6000/cb'],
      'https://parking.example.org:6000/',
    ]
    const [homes, other] = [{ fr: `${home}fr/` }, `${home}other/`]
    const before = { ...PARKING, redirectUris, home, homes }
    const name = 'Parking'
    expect(readRegistration({ ...before, name }, before)).toEqual({ ok: true, value: { ...before, name } })
    expect(readRegistration({ ...before, homes: { de: home } }, before).ok).toBe(true)
    expect(readRegistration({ ...before, home: other }, before)).toMatchObject({
      refusal: { refusal: 'home-on-blocked-port', about: other },
    })
    expect(readRegistration({ ...before, homes: { fr: other } }, before)).toMatchObject({
      refusal: { refusal: 'home-on-blocked-port-in', about: 'fr' },
    })
    expect(readRegistration({ ...PARKING, home }, before)).toMatchObject({
      refusal: { refusal: 'home-elsewhere', about: home },
    })
  })

  test('names in the languages of the pages are trimmed and kept', () => {
    const read = readRegistration({ ...PARKING, names: { de: ' Parkausweise ', 'zh-Hans': '停车许可' } })
    expect(read).toMatchObject({ ok: true, value: { names: { de: 'Parkausweise', 'zh-Hans': '停车许可' } } })
  })

  test.each([
    ['xx', 'Parking', 'unknown-language'],
    ['DE', 'Parking', 'unknown-language'],
    ['__proto__', 'Parking', 'unknown-language'],
    ['de', '', 'bad-name-in'],
    ['de', 'a'.repeat(300), 'bad-name-in'],
    ['de', 'Parking\u202egnikraP', 'bad-name-in'],
    ['de', 'Parking\n', 'taken'],
    ['de', 'Park\ning', 'bad-name-in'],
  ])('a name in %j, %j: %s', (tag, name, outcome) => {
    const read = readRegistration({ ...PARKING, names: Object.fromEntries([[tag, name]]) })
    expect(read.ok ? 'taken' : read.refusal).toEqual(
      outcome === 'taken' ? outcome : { refusal: outcome, about: tag },
    )
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_001])(
    'a limit of %s is refused',
    (limit) => {
      const refusal = { refusal: { refusal: 'bad-limit', about: String(limit) } }
      expect(readRegistration({ ...PARKING, tokenLimitPerMinute: limit })).toMatchObject(refusal)
      expect(readRegistration({ ...PARKING, introspectionLimitPerMinute: limit })).toMatchObject(refusal)
    },
  )

  test.each([
    ['', 'openid-missing'],
    ['profile email', 'openid-missing'],
    ['openid phone', 'unknown-scope'],
    ['openid admin', 'unknown-scope'],
    ['OpenID', 'unknown-scope'],
    ['openid,email', 'unknown-scope'],
  ])('the scope %j is refused: %s', (scope, refusal) => {
    expect(readRegistration({ ...PARKING, scope })).toMatchObject({
      ok: false,
      refusal: { refusal, about: scope },
    })
  })

  test('scopes come into one order and appear once', () => {
    expect(readClientScope('  email   openid email ')).toEqual({ ok: true, value: 'openid email' })
  })
})
