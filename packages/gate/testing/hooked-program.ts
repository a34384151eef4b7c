import { randomUUID } from 'node:crypto'
import { createProgramSso, secret } from '@portico/program'
import { type FakeIdentity, fakeClock, fakeIdentity, memoryStore, testConfig } from '@portico/program/testing'
import { browserOf, type CookieBrowser, signInWith } from '../../program/testing/cookie-browser.ts'
import { type HookedNeeds, hookedAccounts } from '../src/hooks/index.ts'
import type { BackEnd } from './back-end.ts'

/** How long a hook may take in these tests. A busy machine needs more than the tests for slow answers would like. */
const TIMEOUT_MS = 2000

/** A program whose accounts are in a back end. The clock of its sessions stands, the clock of its signatures does not. */
export function hookedProgram(backEnd: BackEnd, changes: Partial<HookedNeeds> = {}) {
  const clock = fakeClock()
  const identity = fakeIdentity({ clock })
  const store = memoryStore({ clock })
  const logged: string[] = []
  const start = (own: Partial<HookedNeeds> = {}) => {
    const { accounts, tell } = hookedAccounts({
      target: { url: backEnd.url, secrets: [secret(backEnd.secret)], timeoutMs: TIMEOUT_MS },
      ...{ keepMs: 0, oldSessions: { cookies: ['sessionid'], bearers: true } },
      ...{ clock: { now: () => new Date() }, fetch: globalThis.fetch, newId: () => randomUUID() },
      ...changes,
      ...own,
    })
    const told: Promise<void>[] = []
    const sso = createProgramSso({
      ...testConfig(identity),
      ...{ store, clock, accounts, fetch: identity.fetch, cookies: {}, throttle: false },
      hooks: { onEvent: (event) => void told.push(tell(event)) },
      logger: { log: (_level, event, fields) => void logged.push(`${event} ${JSON.stringify(fields)}`) },
    })
    return Object.assign(sso, { told })
  }
  const sso = start()
  return {
    ...{ sso, identity, clock, store, logged },
    /** Another process of the gate, over the same store. */
    another: start,
    /** A citizen with a browser. */
    citizen: (email = 'ana@example.test', through: Gate = sso) =>
      visitorOf(identity, through, identity.addCitizen({ email }).subject),
    /** The same citizen with another browser. */
    citizenOf: (subject: string, through: Gate) => visitorOf(identity, through, subject),
  }
}

type Gate = ReturnType<typeof createProgramSso>

function visitorOf(identity: FakeIdentity, through: Gate, subject: string) {
  const browser = browserOf(through)
  const authorize = (url: string) => identity.authorize(url, { subject })
  return {
    ...{ subject, browser, authorize, signIn: () => signInWith(browser, authorize) },
    guarded: () => guarded(through, browser),
  }
}

/** What a guarded request of a browser gets: the account, or the status and the code. */
async function guarded(sso: Gate, browser: CookieBrowser): Promise<string> {
  const found = await sso.authenticate({ headers: browser.headers(), method: 'GET' })
  return found.status === 'ok' ? `account ${found.accountId}` : `${found.http} ${found.code}`
}
