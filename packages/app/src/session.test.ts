import { beforeEach, expect, test } from 'vitest'
import { fakeDevice, signedInTab } from '../testing/fake-browser.ts'
import { type FakeProgram, fakeProgram } from '../testing/fake-program.ts'

let program: FakeProgram

beforeEach(() => {
  program = fakeProgram()
})

async function twoTabs(hasLocks: boolean) {
  const device = fakeDevice({ hasLocks })
  const signingIn = signedInTab(device, program)
  await device.advance(1_000)
  const one = await signingIn
  const other = { ...device.openTab(program) }
  const client = other.client()
  await client.start()
  return { device, one: one.client, other: client }
}

test.each([true, false])('two tabs renew once between them (Web Locks: %s)', async (hasLocks) => {
  const { device, one, other } = await twoTabs(hasLocks)
  program.refuseAccess('access_expired')
  const both = Promise.all([one.fetch('/api/me'), other.fetch('/api/me')])
  await device.advance(5_000)
  expect((await both).map(({ status }) => status)).toEqual([200, 200])
  expect(program.requests('refresh')).toHaveLength(1)
})

// proves: program-app-lost-reply
test('if both tabs still send a request, they send the same rotation id, and neither is signed out', async () => {
  const { device, one, other } = await twoTabs(false)
  program.refuseAccess('access_expired')
  const gate = program.hold('refresh')
  const first = one.fetch('/api/me')
  await device.advance(1_000)
  await gate.reached
  for (const key of device.stored.keys()) if (key.endsWith('lease')) device.stored.delete(key)
  const second = other.fetch('/api/me')
  await device.advance(1_000)
  gate.open()
  await device.advance(5_000)
  expect([(await first).status, (await second).status]).toEqual([200, 200])
  const asked = program.requests('refresh').map(({ body }) => body)
  expect(asked).toHaveLength(2)
  expect(asked[0]).toEqual(asked[1])
  expect(program.liveSessions()).toBe(1)
})

test('each stored refresh token has a rotation id of its own', async () => {
  const { device, one } = await twoTabs(true)
  for (let turn = 0; turn < 3; turn += 1) {
    program.refuseAccess('access_expired')
    await one.fetch('/api/me')
  }
  const ids = program.requests('refresh').map(({ body }) => body['rotation_id'])
  expect(new Set(ids).size).toBe(3)
  expect(ids.join()).toMatch(/^[\w-]{43},[\w-]{43},[\w-]{43}$/)
  expect(device.timersLeft()).toBe(0)
})

// proves: program-app-clear-only-when-over
test('a refresh that answers without tokens stores nothing and ends nothing', async () => {
  const { device, one } = await twoTabs(true)
  const before = [...device.stored.values()]
  program.refuseAccess('access_expired')
  program.answerNext('refresh', { status: 200, body: { access_token: 'ppa_half' } })
  await expect(one.fetch('/api/me')).rejects.toThrow(TypeError)
  expect([...device.stored.values()]).toEqual(before)
  expect(one.state.status).toBe('waiting')
})
