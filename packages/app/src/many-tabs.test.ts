import { expect, test } from 'vitest'
import { fakeDevice, ORIGIN } from '../testing/fake-browser.ts'
import { fakeProgram } from '../testing/fake-program.ts'

/** As many tabs as told, each with a sign-in that it has begun for a page of its own. */
async function tabsSigningIn(count: number) {
  const [device, program] = [fakeDevice(), fakeProgram()]
  const tabs: Pick<ReturnType<typeof device.openTab>, 'client' | 'tab'>[] = []
  for (let n = 0; n < count; n += 1) {
    const { client, tab } = device.openTab(program, `/page/${n}`)
    await client().signIn({ returnTo: `/page/${n}` })
    tabs.push({ client, tab })
  }
  /** The citizen signs in in this tab, and comes back to a fresh load of the app. */
  const comeBack = async (n: number, error?: string) => {
    const opened = tabs[n]
    if (!opened) throw new Error(`no tab ${n}`)
    const { client, tab } = opened
    const state = new URL(tab.visited[0] ?? '').searchParams.get('state')
    const path = `/api/v1/sso/callback/?state=${state}`
    const request = { method: 'GET', path, headers: { host: 'permits.example' }, body: '' }
    const reply = await program.answer(request)
    if (reply === null || reply === 'drop') throw new Error('no reply')
    tab.href = error ? `${ORIGIN}/signed-in?sso_error=${error}` : `${reply.headers?.['location']}`
    return client().start()
  }
  return { device, program, comeBack }
}

// proves: program-4.3.1-app-verifier
test.each([1, 3, 32])(
  'of 33 tabs, number %i comes back first, signs in, and gets its own page',
  async (n) => {
    const { comeBack, program } = await tabsSigningIn(33)
    expect(await comeBack(n)).toMatchObject({
      status: 'signed_in',
      justSignedIn: true,
      returnTo: `/page/${n}`,
    })
    expect(program.requests('exchange')).toHaveLength(1)
  },
)

test('of 33 tabs, the first one is forgotten: it offers to start again, and leads to no page of another tab', async () => {
  const { comeBack } = await tabsSigningIn(33)
  expect(await comeBack(0)).toMatchObject({
    ...{ status: 'signed_out', returnTo: null },
    problem: { code: 'handoff_refused', action: 'restart' },
  })
  expect(await comeBack(1)).toMatchObject({ status: 'signed_in', returnTo: '/page/1' })
})

test('of four tabs, each comes back to its own page, in any order', async () => {
  const { comeBack } = await tabsSigningIn(4)
  for (const n of [0, 2, 3, 1])
    expect(await comeBack(n)).toMatchObject({ status: 'signed_in', returnTo: `/page/${n}` })
})

test('a code of a program side that names no challenge is tried with four verifiers, and never spent by them', async () => {
  const { comeBack, program } = await tabsSigningIn(6)
  program.settings.namesFlows = false
  expect(await comeBack(2)).toMatchObject({ status: 'signed_in', returnTo: '/page/2' })
  expect(await comeBack(0)).toMatchObject({ status: 'signed_in' })
  expect(Math.max(...program.requests('exchange').map((_, at) => at))).toBeLessThan(8)
})

test('a tab whose sign-in was cancelled leads to no page of another tab', async () => {
  const { comeBack } = await tabsSigningIn(4)
  expect(await comeBack(0, 'cancelled')).toMatchObject({ status: 'signed_out', returnTo: null })
  expect(await comeBack(1)).toMatchObject({ status: 'signed_in', returnTo: '/page/1' })
})
