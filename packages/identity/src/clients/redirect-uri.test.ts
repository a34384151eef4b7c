import { describe, expect, test } from 'vitest'
import { readRedirectUri } from './redirect-uri.ts'

describe('redirect URIs that may be registered', () => {
  test.each([
    'https://parking.example.org/api/v1/sso/callback/',
    'https://parking.example.org',
    'https://parking.example.org/callback?program=1&x=%20',
    'HTTPS://Parking.Example.org/Callback',
    'https://parking.example.org:8443/a/../b',
    'https://[2001:db8::1]/callback',
    'http://localhost:4100/api/v1/sso/callback/',
    'http://127.0.0.1/callback',
    'http://127.9.9.9:80/callback',
    'http://[::1]:4100/callback',
    `https://example.org/${'a'.repeat(2000 - 20)}`,
  ])('%s is kept as it was given', (uri) => {
    expect(readRedirectUri(uri)).toEqual({ ok: true, value: uri })
  })

  test.each([
    ['/api/v1/sso/callback/', 'not-absolute'],
    ['parking.example.org/callback', 'not-absolute'],
    ['//parking.example.org/callback', 'not-absolute'],
    ['https:/parking.example.org', 'not-absolute'],
    ['https://', 'not-absolute'],
    ['https:///callback', 'not-absolute'],
    ['https://?x', 'not-absolute'],
    ['https://a b.example.org/', 'unfit-characters'],
    ['https://example.org:99999/', 'not-absolute'],
    ['urn:ietf:wg:oauth:2.0:oob', 'not-absolute'],
    ['javascript:alert(1)', 'not-absolute'],
    ['javascript://example.org/%0aalert(1)', 'not-absolute'],
    ['data:text/html,x', 'not-absolute'],
    ['ftp://example.org/', 'not-absolute'],
    ['org.example.app:/callback', 'not-absolute'],
    ['http://parking.example.org/callback', 'not-https'],
    ['http://localhost.example.org/callback', 'not-https'],
    ['http://127.0.0.1.example.org/callback', 'not-https'],
    ['http://10.0.0.1/callback', 'not-https'],
    ['http://0.0.0.0/callback', 'not-https'],
    ['http://[::2]/callback', 'not-https'],
    ['https://example.org/callback#', 'has-fragment'],
    ['https://example.org/callback#part', 'has-fragment'],
    ['https://user@example.org/', 'has-credentials'],
    ['https://user:pass@example.org/', 'has-credentials'],
    ['https://localhost@example.org/', 'has-credentials'],
    ['http://localhost:4100@example.org/', 'has-credentials'],
    ['https://*.example.org/', 'has-wildcard'],
    ['https://example.org/*', 'has-wildcard'],
    ['', 'unfit-characters'],
    [' https://example.org/', 'unfit-characters'],
    ['https://example.org/ ', 'unfit-characters'],
    ['https://example.org/\n', 'unfit-characters'],
    ['https://example.org/\u0000', 'unfit-characters'],
    ['https://example.org\\@evil.example/', 'unfit-characters'],
    ['https:\\\\example.org/', 'unfit-characters'],
    ['https://exämple.org/', 'unfit-characters'],
    ['https://example.org/<script>', 'unfit-characters'],
    ['https://example.org/{id}', 'unfit-characters'],
    ['https://example.org/\u202e', 'unfit-characters'],
    [`https://example.org/${'a'.repeat(1981)}`, 'too-long'],
  ])('%j is refused: %s', (uri, refusal) => {
    expect(readRedirectUri(uri)).toEqual({ ok: false, refusal })
  })
})
