import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type CookieBrowser,
  cookieBrowser,
  leadsTo,
  signInWith,
} from '../../../program/testing/cookie-browser.ts'
import { BASE } from '../../../program/testing/program.ts'
import { type ServedIdentity, serveIdentity } from '../../../program/testing/served-identity.ts'
import { createTestDatabase, type TestDatabase } from '../../../program/testing/test-database.ts'
import { type BackEnd, says, startBackEnd } from '../../testing/back-end.ts'
import { type StartedGate, startGate } from '../../testing/started-gate.ts'

let backEnd: BackEnd
let served: ServedIdentity
let database: TestDatabase
let gates: StartedGate[]

beforeEach(async () => {
  backEnd = await startBackEnd()
  served = await serveIdentity()
  database = await createTestDatabase(2)
  gates = []
})
afterEach(async () => {
  await Promise.all(gates.map((gate) => gate.kill()))
  await served.close()
  await backEnd.close()
  await database.drop()
})

async function gate(): Promise<StartedGate> {
  const { host, port, user, name } = database
  const { baseUrl, clientId, clientSecret } = served.identity
  const started = await startGate({
    ...{ database: { host, port, user, database: name }, identity: { baseUrl, clientId, clientSecret } },
    ...{ baseUrl: BASE, key: Buffer.alloc(32, 3).toString('base64') },
    hooks: { url: backEnd.url, secret: backEnd.secret },
  })
  gates.push(started)
  return started
}

/** A citizen of the identity service. Each gate is a new browser, or the same one with its cookies. */
function citizen() {
  const { subject } = served.identity.addCitizen({ email: 'ana@example.test' })
  return { subject, authorize: (url: string) => served.identity.authorize(url, { subject }) }
}

const links = async () =>
  (await database.pool.query('select subject, account_id from sso.identities')).rows as unknown[]
const pageOf = async (browser: CookieBrowser) => (await browser.open('/me')).text()

/** Holds the answer of a hook after the back end has done what it says. Resolves when it has. */
function holdAfter(hook: string, times = 1): { done: Promise<void>; release(): void } {
  const [done, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let left = times
  backEnd.instead(hook, async (res, genuine) => {
    const body = await genuine()
    left -= 1
    if (left === 0) done.resolve()
    await released.promise
    await says(body)(res, genuine)
  })
  return { done: done.promise, release: () => released.resolve() }
}

describe('kill -9 between a hook and the commit of the gate', () => {
  // proves: gate-hooks-repeatable
  test('of provision: the next sign-in has one account and one link', async () => {
    const first = await gate()
    const { subject, authorize } = citizen()
    const held = holdAfter('provision')
    const cut = signInWith(cookieBrowser(first.send), authorize).catch(() => 'cut')
    await Promise.race([held.done, cut])
    await first.kill()
    expect([await cut, backEnd.accounts.size, await links()]).toEqual(['cut', 1, []])
    backEnd.instead('provision', null)
    held.release()
    const again = cookieBrowser((await gate()).send)
    expect((await signInWith(again, authorize)).status).toBe(303)
    expect(await pageOf(again)).toBe('account 1')
    expect([backEnd.accounts.size, await links()]).toEqual([1, [{ subject, account_id: '1' }]])
  })

  // proves: gate-hooks-repeatable
  test('of link: the old account is closed, and the next sign-in finds it', async () => {
    const first = await gate()
    const { subject, authorize } = citizen()
    const old = { id: '1', name: 'Ana', email: 'ana@example.test', subject: null, hasPassword: true }
    backEnd.accounts.set('1', old)
    backEnd.oldSessions.set('old-cookie', { accountId: '1', isFresh: true })
    const browser = cookieBrowser(first.send)
    const begun = await browser.submit('/api/v1/sso/link', { cookie: 'sessionid=old-cookie' })
    const held = holdAfter('link')
    const callback = await authorize(await leadsTo(begun))
    const cut = browser.open(callback).catch(() => 'cut')
    await Promise.race([held.done, cut])
    await first.kill()
    expect([await cut, old.subject, await links()]).toEqual(['cut', subject, []])
    backEnd.instead('link', null)
    held.release()
    const again = cookieBrowser((await gate()).send)
    expect((await signInWith(again, authorize)).status).toBe(303)
    expect(await pageOf(again)).toBe('account 1')
    expect([backEnd.accounts.size, await links()]).toEqual([1, [{ subject, account_id: '1' }]])
  })
})

// proves: gate-hooks-repeatable
test('two gates that provision one citizen at the same moment make one account and one link', async () => {
  const { subject, authorize } = citizen()
  const held = holdAfter('provision', 2)
  const browsers = (await Promise.all([gate(), gate()])).map(({ send }) => cookieBrowser(send))
  const landing = Promise.all(browsers.map((browser) => signInWith(browser, authorize)))
  await Promise.race([held.done, landing])
  held.release()
  expect((await landing).map(({ status }) => status)).toEqual([303, 303])
  expect(await Promise.all(browsers.map(pageOf))).toEqual(['account 1', 'account 1'])
  expect([backEnd.accounts.size, await links()]).toEqual([1, [{ subject, account_id: '1' }]])
})
