import type { ArriveNeeds } from './arrive.ts'
import type { BeginNeeds } from './begin.ts'
import { exclusiveIn } from './exclusive.ts'
import type { Flow } from './flow.ts'
import type { SsoClientOptions } from './options.ts'
import type { Browser } from './platform/browser.ts'
import { describeWith } from './problems.ts'
import type { Session } from './session.ts'
import { openStateHolder } from './state.ts'
import { type KeyValueStorage, placeIn, placeInMemory } from './storage.ts'
import { openWaiting } from './waiting.ts'

/** All parts that the functions of a client use. */
export interface ClientNeeds extends ArriveNeeds, BeginNeeds {
  readonly browser: Browser
  readonly options: SsoClientOptions
  /** True on a server, where a client does nothing. */
  readonly isInert: boolean
  navigate(url: string): void | Promise<void>
}

/** The functions of the client that a timer or another tab calls. */
export interface Listeners {
  /** Called when the next try is due. */
  retry(): void
  /** Called with the message of another tab. */
  message(message: string): void
}

/** Creates the parts of a client. The storage is opened when it is first used. */
export function compose(browser: Browser, options: SsoClientOptions, listeners: Listeners): ClientNeeds {
  const { storage, fetch, clock = browser.Date } = options
  const baseUrl = options.programBaseUrl.replace(/\/+$/, '')
  const prefix = `portico ${baseUrl} `
  const ownStorage = typeof storage === 'object' && storage
  const place = <Value>(name: string) =>
    placeIn<Value>(() => ownStorage || localStorageOf(browser), prefix + name)
  const basis = {
    browser,
    baseUrl,
    fetch: (url: string | URL | Request, init: RequestInit) => (fetch ?? browser.fetch)(url, init),
    now: () => clock.now(),
    // The verifier must still be there when the citizen returns. So it is in persistent storage, even if the session is
    // in memory.
    flows: place<readonly Flow[]>('flows'),
    tokens: storage === 'memory' ? placeInMemory<Session>() : place<Session>('session'),
    place,
  }
  return {
    ...basis,
    options,
    isInert: !browser.document && !ownStorage,
    exclusive: exclusiveIn(basis, prefix),
    holder: openStateHolder(),
    navigate: options.navigate ?? ((url) => browser.location.assign(url)),
    waiting: openWaiting(browser, basis.now, listeners.retry),
    describe: describeWith(options.messages),
    notify: openChannel(browser, prefix, listeners.message),
  }
}

const localStorageOf = ({ localStorage }: Browser): KeyValueStorage => ({
  get: (key) => localStorage.getItem(key),
  set: (key, value) => localStorage.setItem(key, value),
  remove: (key) => localStorage.removeItem(key),
})

function openChannel(browser: Browser, name: string, onMessage: (message: string) => void) {
  const channel = browser.document && browser.BroadcastChannel && new browser.BroadcastChannel(name)
  if (channel) channel.onmessage = (event) => onMessage(event.data)
  browser.addEventListener?.('storage', () => onMessage(''))
  return (message: string) => channel?.postMessage(message)
}
