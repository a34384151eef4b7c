import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signInThrough } from '../../../program/src/testing/index.ts'
import { leadsTo } from '../../../program/testing/cookie-browser.ts'
import { type BackEnd, says, startBackEnd } from '../../testing/back-end.ts'
import { hookedProgram } from '../../testing/hooked-program.ts'

let backEnd: BackEnd

beforeEach(async () => {
  backEnd = await startBackEnd()
})
afterEach(() => backEnd.close())

/** A citizen who has an account from before with id 1, and its old session in the browser. */
function oldCitizen(changes: Parameters<typeof hookedProgram>[1] = {}) {
  const program = hookedProgram(backEnd, changes)
  const account = { id: '1', name: 'Ana', email: 'ana@old.example', subject: null, hasPassword: true }
  backEnd.accounts.set('1', account)
  backEnd.oldSessions.set('old-cookie', { accountId: '1', isFresh: true })
  const ana = program.citizen('ana@central.example')
  const cookie = { cookie: 'theme=dark; sessionid=old-cookie' }
  const connect = (headers: Record<string, string> = cookie) =>
    ana.browser.submit('/api/v1/sso/link?return_to=/profile', headers)
  const finish = async (begun: Response) =>
    ana.browser.open(await ana.authorize(await leadsTo(begun)), {
      'sec-fetch-site': 'cross-site',
    })
  /** The page that an end of a sign-in leads to. */
  const pageAfter = async (ended: Response) => ana.browser.open(await leadsTo(ended))
  return { program, account, ana, connect, finish, pageAfter }
}

describe('a citizen with an old session', () => {
  // proves: gate-hooks-link
  test('connects the account by one form, and signs in only centrally from then on', async () => {
    const { program, account, ana, connect, finish } = oldCitizen()
    const landed = await finish(await connect())
    expect(landed.headers.get('location')).toMatch(/\/profile$/)
    expect(await ana.guarded()).toBe('account 1')
    expect(account).toMatchObject({ subject: ana.subject, hasPassword: false })
    expect(backEnd.oldSessions.size).toBe(0)
    expect(await program.sso.identityOf('1')).toMatchObject({ subject: ana.subject, via: 'linked' })
    await ana.signIn()
    expect([await ana.guarded(), backEnd.accounts.size]).toEqual(['account 1', 1])
  })

  test('connects it from an app by its old bearer', async () => {
    const { program, ana } = oldCitizen()
    const { accessToken } = await signInThrough(program.sso, program.identity, ana, { link: 'old-cookie' })
    const headers = { authorization: `Bearer ${accessToken}` }
    expect(await program.sso.authenticate({ headers })).toMatchObject({ status: 'ok', accountId: '1' })
  })

  test('keeps the id of the old session out of the database', async () => {
    const { program, connect } = oldCitizen()
    const rows: unknown[] = []
    const { createPending } = program.store
    program.store.createPending = (row) => {
      rows.push(row)
      return createPending(row)
    }
    await connect()
    expect(JSON.stringify(rows)).toContain('"accountId":"1"')
    expect(JSON.stringify(rows)).not.toContain('old-cookie')
  })

  test('is asked to connect when the address of the central account is the old one', async () => {
    const { program } = oldCitizen()
    const other = program.citizen('ana@old.example')
    expect((await other.signIn()).status).toBe(409)
    expect(backEnd.accounts.size).toBe(1)
  })
})

describe('a link is not begun', () => {
  // proves: program-cookie-link, gate-hooks-link
  test.each([
    ['without the old session', { cookie: 'theme=dark' }, 'old_sign_in_missing'],
    ['with an unknown session', { cookie: 'sessionid=made-up' }, 'old_sign_in_missing'],
    ['with two sessions', { cookie: 'sessionid=old-cookie; sessionid=other' }, 'old_sign_in_missing'],
    ['with two, the own one last', { cookie: 'sessionid=x; sessionid=old-cookie' }, 'old_sign_in_missing'],
    ['with a password that was entered long ago', { cookie: 'sessionid=old-cookie' }, 'fresh'],
    ['by another site', { cookie: 'sessionid=old-cookie', 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    ['by a neighbour', { cookie: 'sessionid=old-cookie', 'sec-fetch-site': 'same-site' }, 'cross_site'],
  ])('%s', async (_words, headers, why) => {
    const { program, connect } = oldCitizen()
    if (why === 'fresh') backEnd.oldSessions.set('old-cookie', { accountId: '1', isFresh: false })
    const asked = program.identity.log.length
    const refused = await connect(headers)
    expect([refused.status, refused.headers.get('location')]).toEqual([401, null])
    const words = { old_sign_in_missing: 'as before first', fresh: 'password here once more' }
    expect(await refused.text()).toContain(Object.entries(words).find(([key]) => key === why)?.[1] ?? why)
    expect(program.identity.log).toHaveLength(asked)
  })

  test('by an account that is connected already', async () => {
    const { ana, connect, finish } = oldCitizen()
    await finish(await connect())
    backEnd.oldSessions.set('old-cookie', { accountId: '1', isFresh: true })
    ana.browser.jar.clear()
    expect((await connect()).status).toBe(401)
  })

  test('while the back end is away: 503, and nothing changed', async () => {
    const { account, connect } = oldCitizen()
    backEnd.instead('old_session', says({}, 503))
    expect((await connect()).status).toBe(503)
    expect(account.hasPassword).toBe(true)
  })
})

describe('a link that has begun', () => {
  test('is not made after the old session has ended', async () => {
    const { program, account, connect, finish, pageAfter } = oldCitizen()
    const begun = await connect()
    backEnd.oldSessions.clear()
    expect(await (await pageAfter(await finish(begun))).text()).toContain('did not finish')
    expect([account.subject, await program.sso.identityOf('1')]).toEqual([null, null])
  })

  test('is not made after another person has signed in under the same id of the old session', async () => {
    const { program, account, connect, finish, pageAfter } = oldCitizen()
    const begun = await connect()
    backEnd.accounts.set('2', { ...account, id: '2', email: 'second@old.example' })
    backEnd.oldSessions.set('old-cookie', { accountId: '2', isFresh: true })
    expect(await (await pageAfter(await finish(begun))).text()).toContain('did not finish')
    expect([account.subject, await program.sso.identityOf('1')]).toEqual([null, null])
    expect(await program.sso.identityOf('2')).toBeNull()
  })

  test('is not made in the browser of somebody else who is signed in centrally', async () => {
    const { program, account, connect } = oldCitizen()
    const begun = await connect()
    const victim = program.citizen('victim@example.test')
    const callback = await victim.authorize(await leadsTo(begun))
    const ended = await victim.browser.open(callback)
    expect((await victim.browser.open(await leadsTo(ended))).status).toBe(400)
    expect(account.subject).toBeNull()
  })

  // proves: gate-hooks-repeatable
  test('and whose end the gate does not learn is finished by the next sign-in: one account, one link', async () => {
    const { program, account, ana, connect, finish } = oldCitizen()
    backEnd.instead('link', async (res, genuine) => {
      await genuine()
      await says({}, 500)(res, genuine)
    })
    expect((await finish(await connect())).status).toBe(503)
    expect(account).toMatchObject({ subject: ana.subject, hasPassword: false })
    expect(await program.sso.identityOf('1')).toBeNull()
    backEnd.instead('link', null)
    await ana.signIn()
    expect([await ana.guarded(), backEnd.accounts.size]).toEqual(['account 1', 1])
    expect(await program.sso.identityOf('1')).toMatchObject({ subject: ana.subject })
  })
})
