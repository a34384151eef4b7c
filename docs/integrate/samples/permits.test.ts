import { createProgramSso } from '@portico/program'
import {
  fakeClock,
  fakeIdentity,
  memoryAccounts,
  memoryStore,
  signedInHeaders,
  signInThrough,
  testConfig,
} from '@portico/program/testing'
import { expect, test } from 'vitest'

function program() {
  const clock = fakeClock()
  const identity = fakeIdentity({ clock })
  const kit = { clock, store: memoryStore({ clock }), accounts: memoryAccounts(), fetch: identity.fetch }
  return { clock, identity, sso: createProgramSso({ ...testConfig(identity), ...kit }) }
}

test('my own route sees who is signed in', async () => {
  const { identity, sso } = program()
  const headers = await signedInHeaders(sso, identity, { email: 'ana@example.test', name: 'Ana' })
  expect(await sso.authenticate({ headers })).toMatchObject({ status: 'ok', account: { name: 'Ana' } })
})

test('an outage ends nothing, the end of the central session ends everything', async () => {
  const { clock, identity, sso } = program()
  const ana = identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken, urls } = await signInThrough(sso, identity, ana)
  expect(urls.join()).not.toContain(accessToken)
  const ask = () => sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })

  identity.outage('timeout')
  await clock.advance(30_000)
  expect(await ask()).toMatchObject({ status: 'unavailable', http: 503 })
  identity.outage('off')
  expect(await ask()).toMatchObject({ status: 'ok' })

  identity.endCentralSession(ana.subject)
  await clock.advance(30_000)
  expect(await ask()).toMatchObject({ status: 'signed_out', code: 'session_ended' })
})

// proves: threat-foreign-token-at-program
test('an ID token for another program signs nobody in', async () => {
  const { identity, sso } = program()
  identity.tamperNextIdToken('aud')
  const signingIn = signInThrough(sso, identity, identity.addCitizen({ email: 'ana@example.test' }))
  await expect(signingIn).rejects.toThrow('sso_error=unavailable')
})
