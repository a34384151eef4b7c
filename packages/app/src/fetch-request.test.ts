import { expect, test } from 'vitest'
import { fakeDevice, ORIGIN, signedInTab } from '../testing/fake-browser.ts'
import { fakeProgram } from '../testing/fake-program.ts'

const open = async () => {
  const program = fakeProgram()
  const { client } = await signedInTab(fakeDevice(), program)
  return { program, sso: client }
}

test('a Request gets the bearer, with its method, headers and body', async () => {
  const { program, sso } = await open()
  const request = new Request(`${ORIGIN}/api/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ plate: 'ZH 1' }),
  })
  const response = await sso.fetch(request)
  expect([response.status, await response.json()]).toEqual([200, { plate: 'ZH 1' }])
  expect(program.requests('/api/echo')[0]?.bearer).toMatch(/^ppa_/)
})

test('a Request with a body is sent again after its access token was renewed', async () => {
  const { program, sso } = await open()
  program.refuseAccess('access_expired')
  const request = new Request(`${ORIGIN}/api/echo`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ plate: 'ZH 2' }),
  })
  expect(await (await sso.fetch(request)).json()).toEqual({ plate: 'ZH 2' })
  expect(program.requests('/api/echo')).toHaveLength(2)
})

// proves: threat-bearer-elsewhere
test('a Request to another origin, or with a bearer of its own, gets no bearer', async () => {
  const { program, sso } = await open()
  await sso.fetch(new Request('https://other.example/api/me'))
  await sso.fetch(new Request(`${ORIGIN}/api/me`, { headers: { authorization: 'Bearer mine' } }))
  expect(program.requests('/api/me').map(({ bearer }) => bearer)).toEqual([null, 'mine'])
})

test('what init says counts more than what the Request says', async () => {
  const { program, sso } = await open()
  const request = new Request(`${ORIGIN}/api/me`, { headers: { accept: 'text/html' } })
  await sso.fetch(request, { headers: { authorization: 'Bearer mine' } })
  expect(program.requests('/api/me')[0]?.bearer).toBe('mine')
})
