import { beforeEach, describe, expect, test } from 'vitest'
import { fakeDevice, ORIGIN, settle, signedInTab } from '../testing/fake-browser.ts'
import { type FakeProgram, fakeProgram, refusal } from '../testing/fake-program.ts'
import { signal } from '../testing/signal.ts'
import type { SsoClient } from './client.ts'

/** Each function of a client, called twice before the first call has an answer. */
let device: ReturnType<typeof fakeDevice>
let program: FakeProgram

beforeEach(() => {
  device = fakeDevice()
  program = fakeProgram()
})

const requests = (name: string) => program.requests(name).length

const LEAVING: readonly [string, (sso: SsoClient) => Promise<void>][] = [
  ['signIn', (sso) => sso.signIn({ returnTo: '/page' })],
  ['linkAccount', (sso) => sso.linkAccount({ bearer: 'old-local-token', returnTo: '/page' })],
]

describe.each(LEAVING)('%s, called twice at once,', (_name, leave) => {
  test('begins once, leaves once, and keeps one flow', async () => {
    const { client, tab } = device.openTab(program)
    const sso = client()
    const gate = program.hold('begin')
    const calls = [leave(sso)]
    await gate.reached
    calls.push(leave(sso))
    await settle()
    gate.open()
    await Promise.all(calls)
    expect([requests('begin'), tab.visited.length]).toEqual([1, 1])
    const [flows] = [...device.stored].filter(([key]) => key.endsWith('flows')).map(([, text]) => text)
    expect(JSON.parse(`${flows}`)).toHaveLength(1)
  })

  test('shows the same problem, and begins anew when it is called again', async () => {
    const { client, tab } = device.openTab(program)
    const sso = client()
    program.answerNext('begin', refusal(503, 'identity_unavailable'))
    await Promise.all([leave(sso), leave(sso)])
    const shown = { status: 'signed_out', problem: { code: 'unavailable' }, returnTo: '/page' }
    expect(sso.states).toMatchObject([shown, shown])
    await leave(sso)
    expect([requests('begin'), tab.visited.length]).toEqual([2, 1])
  })

  test('opens a system browser that never says when it is closed, and opens it again afterwards', async () => {
    const opened: string[] = []
    const never = signal().reached
    const sso = device.openTab(program).client({ navigate: (url) => (opened.push(url), never) })
    for (const times of [1, 2]) {
      void leave(sso)
      void leave(sso)
      await settle()
      expect(opened).toHaveLength(times)
    }
  })
})

test('a sign-in and a link, called at once, are two acts', async () => {
  const { client } = device.openTab(program)
  const sso = client()
  await Promise.all(LEAVING.map(([, leave]) => leave(sso)))
  expect(program.requests('begin').map(({ body }) => body['link'] ?? false)).toEqual([false, true])
})

/** Storage that answers late, as that of a mobile app does. */
function lateStorage() {
  const stored = new Map<string, string>()
  return {
    get: async (key: string) => {
      await settle()
      return stored.get(key) ?? null
    },
    set: async (key: string, value: string) => void stored.set(key, value),
    remove: async (key: string) => void stored.delete(key),
  }
}

test.each([{}, { storage: lateStorage() }])(
  'signOut, called twice at once, ends one session with one request (%j)',
  async (options) => {
    const { client } = await signedInTab(device, program, options)
    await Promise.all([client.signOut(), client.signOut()])
    expect([client.state.status, program.liveSessions(), requests('logout')]).toEqual(['signed_out', 0, 1])
  },
)

test('two requests with an old token renew the session once', async () => {
  const { client } = await signedInTab(device, program)
  program.refuseAccess('access_expired')
  const answers = await Promise.all([client.fetch('/api/a'), client.status(), client.signIn()])
  expect(answers[1]).toMatchObject({ linked: true })
  expect([requests('refresh'), client.state.status]).toEqual([1, 'signed_in'])
})

test('a return that is handled twice at once, and by another start, is exchanged once', async () => {
  const { client, tab } = device.openTab(program)
  const sso = client()
  await sso.signIn()
  tab.href = `${ORIGIN}/signed-in?sso_code=${program.handOff(program.requests('begin')[0]?.body['code_challenge'])}`
  const gate = program.hold('exchange')
  const { href } = tab
  const calls = [sso.start(), sso.handleCallback(href), client().handleCallback(href)]
  await gate.reached
  gate.open()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(3).fill('signed_in'))
  expect([requests('exchange'), program.liveSessions()]).toEqual([1, 1])
})

test('a sign-in that was begun twice and then cancelled leads back to its page', async () => {
  const { client } = device.openTab(program)
  const sso = client()
  await sso.signIn({ returnTo: '/page' })
  await sso.signIn({ returnTo: '/page' })
  expect(await sso.handleCallback(`${ORIGIN}/signed-in?sso_error=cancelled`)).toMatchObject({
    ...{ status: 'signed_out', returnTo: '/page' },
    problem: { code: 'cancelled' },
  })
})
