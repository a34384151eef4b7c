import type { ArriveNeeds } from './arrive.ts'
import type { BeginNeeds } from './begin.ts'
import { exclusiveIn } from './exclusive.ts'
import type { Flow } from './flow.ts'
import type { SsoClientOptions } from './options.ts'
import type { Browser } from './platform/browser.ts'
import { describeWith } from './problems.ts'
import { programAt } from './program.ts'
import type { Session } from './session.ts'
import { openStateBoard } from './state.ts'
import { type KeyValueStorage, placeIn, placeInMemory } from './storage.ts'
import { openWaiting } from './waiting.ts'

/** Everything that a client's use cases need, in one object that fits them all. */
export interface ClientNeeds extends ArriveNeeds, BeginNeeds {
  readonly browser: Browser
  readonly options: SsoClientOptions
  /** On a server there is nobody to sign in. */
  readonly isInert: boolean
  navigate(url: string): void | Promise<void>
}

/** What the world outside may ask of a client at any time. */
export interface Wakers {
  /** It is time to try again. */
  retry(): void
  /** Another tab has news. */
  hear(news: string): void
}

/** Puts a client together; storage is opened only when it is first used. */
export function compose(browser: Browser, options: SsoClientOptions, wakers: Wakers): ClientNeeds {
  const { storage, fetch, clock = browser.Date } = options
  const baseUrl = options.programBaseUrl.replace(/\/+$/, '')
  const prefix = `portico ${baseUrl} `
  const durable = typeof storage === 'object' ? () => storage : () => localStorageOf(browser)
  const placeFor = <Value>(name: string) => placeIn<Value>(durable, prefix + name)
  const basis = {
    browser,
    baseUrl,
    fetch: (url: URL, init: RequestInit) => (fetch ? fetch(url, init) : browser.fetch(url, init)),
    now: () => clock.now(),
    // A verifier has to survive the way to the identity service, so it is durable even where the session is not.
    flows: placeFor<readonly Flow[]>('flows'),
    vault: storage === 'memory' ? placeInMemory<Session>() : placeFor<Session>('session'),
    placeFor,
  }
  return {
    ...basis,
    options,
    isInert: !browser.document && typeof storage !== 'object',
    exclusive: exclusiveIn(basis, prefix),
    program: programAt(basis),
    board: openStateBoard(),
    ongoing: {},
    navigate: options.navigate ?? ((url) => browser.location.assign(url)),
    waiting: openWaiting(browser, basis.now, wakers.retry),
    describe: describeWith(options.messages),
    tell: openChannel(browser, prefix, wakers.hear),
  }
}

const localStorageOf = ({ localStorage }: Browser): KeyValueStorage => ({
  get: (key) => localStorage.getItem(key),
  set: (key, value) => localStorage.setItem(key, value),
  remove: (key) => localStorage.removeItem(key),
})

function openChannel(browser: Browser, name: string, hear: (news: string) => void) {
  const channel = browser.document && browser.BroadcastChannel && new browser.BroadcastChannel(name)
  if (channel) channel.onmessage = ({ data }) => hear(data)
  browser.addEventListener?.('storage', () => hear(''))
  return (news: string) => channel?.postMessage(news)
}
