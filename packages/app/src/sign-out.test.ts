import { beforeEach, expect, test } from 'vitest'
import { fakeDevice, ORIGIN, settle, signedInTab, signInAt } from '../testing/fake-browser.ts'
import { type FakeProgram, fakeProgram } from '../testing/fake-program.ts'

let device: ReturnType<typeof fakeDevice>
let program: FakeProgram

beforeEach(() => {
  device = fakeDevice()
  program = fakeProgram()
})

const tokens = () => [...device.stored].filter(([key]) => key.endsWith('session')).map(([, text]) => text)

// proves: program-5.4-logout-is-local
test('signing out ends the session with the program, in storage and in all tabs, and begins nothing', async () => {
  const { client, tab } = await signedInTab(device, program)
  const other = device.openTab(program).client()
  await other.start()
  await client.signOut()
  await settle()
  for (const { state } of [client, other])
    expect(state).toEqual({ status: 'signed_out', problem: null, returnTo: null })
  expect([program.liveSessions(), tokens().length, program.requests('begin').length]).toEqual([0, 0, 1])
  expect(tab.visited).toHaveLength(1)
})

test.each(['drop', { status: 503 }, { status: 401, body: { code: 'session_ended' } }] as const)(
  'signing out clears everything even when the program answers %j',
  async (reply) => {
    const { client } = await signedInTab(device, program)
    program.answerNext('logout', reply)
    await client.signOut()
    expect([client.state.status, tokens().length]).toEqual(['signed_out', 0])
  },
)

// proves: threat-app-after-sign-out
test('signing out does not wait for the program before it clears', async () => {
  const { client } = await signedInTab(device, program)
  const gate = program.hold('logout')
  const leaving = client.signOut()
  await gate.reached
  expect([client.state.status, tokens().length]).toEqual(['signed_out', 0])
  gate.open()
  await leaving
})

test('signing out with an expired access token still ends the session in the program', async () => {
  const { client } = await signedInTab(device, program)
  program.refuseAccess('access_expired')
  await client.signOut()
  expect([program.liveSessions(), tokens().length]).toEqual([0, 0])
})

// proves: threat-app-after-sign-out
test('signing out during a renewal has precedence: the new tokens are not stored', async () => {
  const { client } = await signedInTab(device, program)
  program.refuseAccess('access_expired')
  const gate = program.hold('refresh')
  const fetching = client.fetch('/api/me')
  await gate.reached
  program.answerNext('logout', 'drop')
  const leaving = client.signOut()
  await settle()
  gate.open()
  await Promise.all([leaving, fetching])
  expect([client.state.status, tokens().length]).toEqual(['signed_out', 0])
})

test('signing out while waiting ends the waiting', async () => {
  const { client, goOnline } = await signedInTab(device, program)
  program.answerNext('/api/me', 'drop')
  await client.fetch('/api/me').catch(() => null)
  expect(client.state.status).toBe('waiting')
  await client.signOut()
  goOnline()
  await device.advance(60_000)
  expect([client.state.status, program.requests('status').length]).toEqual(['signed_out', 0])
})

test('a request that fails after the sign-out does not bring the waiting back', async () => {
  const { client } = await signedInTab(device, program)
  const gate = program.hold('/api/me')
  program.answerNext('/api/me', 'drop')
  const fetching = client.fetch('/api/me').catch(() => null)
  await gate.reached
  await client.signOut()
  gate.open()
  await fetching
  expect(client.state.status).toBe('signed_out')
})

test('a late refusal of the old session does not end the new one', async () => {
  const { client } = await signedInTab(device, program)
  const gate = program.hold('/api/me')
  const fetching = client.fetch('/api/me')
  await gate.reached
  await client.signOut()
  await signInAt(client, program)
  gate.open()
  expect((await fetching).status).toBe(200)
  expect(client.state.status).toBe('signed_in')
})

// proves: threat-app-after-sign-out
test('signing out on a shared computer reaches the tabs that keep their own session in memory', async () => {
  const { client } = await signedInTab(device, program, { storage: 'memory' })
  const { client: other } = await signedInTab(device, program, { storage: 'memory' })
  expect(program.liveSessions()).toBe(2)
  await client.signOut()
  await settle()
  expect([other.state.status, program.liveSessions()]).toEqual(['signed_out', 0])
})

test('a tab that gets the message before its storage changes keeps the reason of the end', async () => {
  const { client } = await signedInTab(device, program)
  const { browser } = device.openTab(program)
  const elsewhere = browser.BroadcastChannel && new browser.BroadcastChannel(`portico ${ORIGIN} `)
  program.endSessions('session_ended')
  const gate = program.hold('status')
  elsewhere?.postMessage('session_ended')
  await gate.reached
  // Only now, the erased value is gone from the storage of this tab.
  device.stored.clear()
  gate.open()
  await settle()
  expect(client.state).toMatchObject({ status: 'signed_out', problem: { code: 'session_ended' } })
})

test('a tab learns of a sign-in elsewhere', async () => {
  const waiting = device.openTab(program).client()
  await waiting.start()
  await signedInTab(device, program)
  await settle()
  expect(waiting.state).toMatchObject({ status: 'signed_in', justSignedIn: false })
})

test('signing out twice, or without a session, sends no request', async () => {
  const { client } = await signedInTab(device, program)
  await client.signOut()
  await client.signOut()
  expect(program.requests('logout')).toHaveLength(1)
})

test('storage that was deleted from outside is noticed at the next request', async () => {
  const { client } = await signedInTab(device, program)
  device.stored.clear()
  expect((await client.fetch('/api/me')).status).toBe(401)
  expect(client.state).toMatchObject({ status: 'signed_out', problem: null })
})
