import { describe, expect, test } from 'vitest'
import { fakeDevice, ORIGIN, signedInTab } from '../testing/fake-browser.ts'
import { fakeProgram, refusal } from '../testing/fake-program.ts'

const TOO_OLD = refusal(401, 'insufficient_user_authentication')

async function signedIn() {
  const [device, program] = [fakeDevice(), fakeProgram()]
  const page = await signedInTab(device, program)
  const comeBack = (name: 'sso_code' | 'sso_error', value: string) =>
    page.client.handleCallback(`${ORIGIN}/signed-in?${name}=${value}`)
  const code = () => program.handOff(program.requests('begin').at(-1)?.body['code_challenge'])
  return { ...page, program, comeBack, code }
}

describe('signing in again', () => {
  // proves: program-step-up
  test('sends the bearer and what was asked for, and replaces the session, which then ends', async () => {
    const { client, program, comeBack, code, tab } = await signedIn()
    const before = program.requests('status').length
    await client.signIn({ again: { max_age: 270, acr_values: 'phr phrh' }, returnTo: '/pay?bill=7' })
    const begun = program.requests('begin').at(-1)
    expect(begun?.body).toMatchObject({ max_age: 270, acr_values: 'phr phrh' })
    expect(begun?.bearer).toMatch(/^ppa_/)
    expect([tab.visited.length, program.requests('status').length]).toEqual([2, before])
    expect(await comeBack('sso_code', code())).toMatchObject({
      status: 'signed_in',
      justSignedIn: true,
      returnTo: '/pay?bill=7',
    })
    await expect.poll(() => program.liveSessions()).toBe(1)
    expect(program.requests('logout')[0]?.bearer).toBe(begun?.bearer)
    expect((await client.fetch('/api/me')).status).toBe(200)
  })

  // proves: program-step-up
  test('that comes to nothing leaves the citizen signed in, with the same session', async () => {
    const { client, program, comeBack } = await signedIn()
    await client.signIn({ again: { max_age: 270 }, returnTo: '/pay' })
    expect(await comeBack('sso_error', 'cancelled')).toMatchObject({ status: 'signed_in', returnTo: '/pay' })
    expect([program.liveSessions(), program.requests('logout')]).toEqual([1, []])
    expect((await client.fetch('/api/me')).status).toBe(200)
  })

  test('that cannot begin is an error, and signs nobody out', async () => {
    const { client, program, tab } = await signedIn()
    program.answerNext('begin', refusal(503, 'identity_unavailable'))
    await expect(client.signIn({ again: { max_age: 0 } })).rejects.toMatchObject({
      cause: { code: 'unavailable' },
    })
    expect([client.state.status, tab.visited.length]).toEqual(['signed_in', 1])
  })

  test('is never begun by a refusal alone: the app gets it, and the session goes on', async () => {
    const { client, program, tab } = await signedIn()
    program.answerNext('/api/me', TOO_OLD)
    expect((await client.fetch('/api/me')).status).toBe(401)
    expect([client.state.status, tab.visited.length, program.requests('refresh')]).toEqual([
      'signed_in',
      1,
      [],
    ])
    expect((await client.fetch('/api/me')).status).toBe(200)
  })

  test('a second sign-in in another tab that ends the first session signs nobody out', async () => {
    const { client, program, comeBack, code } = await signedIn()
    await client.signIn({ again: { max_age: 0 } })
    const held = program.hold('/api/me')
    const asking = client.fetch('/api/me')
    await held.reached
    await comeBack('sso_code', code())
    await expect.poll(() => program.liveSessions()).toBe(1)
    held.open()
    expect((await asking).status).toBe(200)
    expect(client.state.status).toBe('signed_in')
  })
})
