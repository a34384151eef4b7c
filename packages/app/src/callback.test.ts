import { expect, test } from 'vitest'
import { readCallback } from './callback.ts'

const AT = 'https://permits.example/signed-in'

test.each([
  [`${AT}?sso_code=ssoc_1`, { code: 'ssoc_1' }],
  [`${AT}?lang=de&sso_code=ssoc_1#top`, { code: 'ssoc_1' }],
  ['permits-app://signed-in?sso_code=ssoc_1', { code: 'ssoc_1' }],
  [`${AT}?sso_error=cancelled`, { code: null, error: 'cancelled' }],
  [`${AT}?sso_error=existing_account`, { code: null, error: 'existing_account' }],
  [`${AT}?sso_error=unavailable`, { code: null, error: 'unavailable' }],
  [`${AT}?sso_error=%3Cscript%3E`, { code: null, error: 'unavailable' }],
])('%s is a return', (url, callback) => {
  expect(readCallback(url)).toMatchObject(callback)
})

test.each([AT, `${AT}?sso_code=`, `${AT}?code=1&state=2`, `${AT}#sso_code=ssoc_1`, `${AT}?SSO_CODE=1`])(
  '%s is no return',
  (url) => {
    expect(readCallback(url)).toBeNull()
  },
)

// proves: threat-app-address-leak
test('every parameter of a return is removed from the address, and nothing else is', () => {
  const address = `${AT}?sso_code=a&lang=de&sso_code=b&sso_error=cancelled&x=%2F#top`
  expect(readCallback(address)?.rest).toBe(`${AT}?lang=de&x=%2F#top`)
  expect(readCallback(`${AT}?%73so_code=a`)?.rest).toBe(AT)
})

test('text that is not an address is an error of the app, and throws', () => {
  expect(() => readCallback('signed-in?sso_code=1')).toThrow(TypeError)
})
