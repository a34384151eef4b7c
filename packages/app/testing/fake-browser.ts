import { createHash, webcrypto } from 'node:crypto'
import { openClient, type SsoClient } from '../src/client.ts'
import type { SsoClientOptions } from '../src/options.ts'
import type { Browser, Channel, Locks } from '../src/platform/browser.ts'
import type { SsoState } from '../src/state.ts'
import type { FakeProgram, Reply } from './fake-program.ts'

/** The origin of the fake program and of the app's pages. */
export const ORIGIN = 'https://permits.example'

/** With locks, a pause of at most this length ends at once. With leases, the fake clock decides. */
const PAUSE_MS = 120

interface Timer {
  readonly at: number
  readonly work: () => void
}

/** Waits until all work that needs no timer is done. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
}

/** A browser: what all its tabs share, and a clock that moves only with `advance`. */
export function fakeDevice({ hasLocks = true, jitter = 0.5 } = {}) {
  const stored = new Map<string, string>()
  const channels = new Map<string, Channel[]>()
  const queues = new Map<string, Promise<unknown>>()
  let timers: Timer[] = []
  let tabs = 0
  let now = Date.parse('2026-01-01T10:00:00Z')
  const settings = { isStorageBlocked: false, isFull: false, now: () => now }

  const locks: Locks = {
    request(name, work) {
      const result = (queues.get(name) ?? Promise.resolve()).then(work)
      queues.set(
        name,
        result.catch(() => undefined),
      )
      return result
    },
  }

  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (settings.isFull) throw new Error('QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => void stored.delete(key),
  }

  class FakeChannel implements Channel {
    onmessage: Channel['onmessage'] = null
    readonly peers: Channel[]
    constructor(name: string) {
      this.peers = channels.get(name) ?? []
      this.peers.push(this)
      channels.set(name, this.peers)
    }
    postMessage(data: string) {
      for (const peer of this.peers) if (peer !== this) queueMicrotask(() => peer.onmessage?.({ data }))
    }
  }

  /** Moves the clock, and runs every timer that becomes due. */
  async function advance(milliseconds: number): Promise<void> {
    const end = now + milliseconds
    await settle()
    for (let next = earliest(end); next; next = earliest(end)) {
      now = Math.max(now, next.at)
      timers = timers.filter((timer) => timer !== next)
      next.work()
      await settle()
    }
    now = end
  }
  const earliest = (end: number) =>
    timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]

  /** Opens a page of the app in a new tab. */
  function openTab(program: FakeProgram, path = '/') {
    const events = new EventTarget()
    const random = jitter + tabs++ / 100
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    const tab = {
      href: ORIGIN + path,
      visited: [] as string[],
      isOffline: false,
      historyState: { router: 7 } as unknown,
    }
    const browser: Browser = {
      document,
      get localStorage() {
        if (settings.isStorageBlocked) throw new Error('SecurityError')
        return localStorage
      },
      location: {
        get href() {
          return tab.href
        },
        assign: (url) => void tab.visited.push(url),
      },
      history: {
        get state() {
          return tab.historyState
        },
        replaceState(state, _unused, url) {
          tab.historyState = state
          tab.href = new URL(url, tab.href).href
        },
      },
      navigator: hasLocks ? { locks } : {},
      BroadcastChannel: FakeChannel,
      crypto: {
        getRandomValues: (bytes) => webcrypto.getRandomValues(bytes),
        subtle: {
          digest: async (_algorithm, bytes) =>
            new Uint8Array(createHash('sha256').update(bytes).digest()).buffer,
        },
      },
      Date: { now: () => settings.now() },
      Math: { random: () => random },
      AbortSignal: { timeout: () => new AbortController().signal },
      addEventListener: (type, listener) => events.addEventListener(type, listener),
      setTimeout(work, milliseconds) {
        if (hasLocks && milliseconds <= PAUSE_MS) return setImmediate(work)
        const timer = { at: now + milliseconds, work }
        timers.push(timer)
        return timer
      },
      clearTimeout(timer) {
        timers = timers.filter((one) => one !== timer)
      },
      fetch: async (input, init) =>
        // A test beside this one may have put another class in the place of `Request`.
        typeof input === 'object' && 'url' in input
          ? fetchFrom(program, tab, new URL(input.url), await partsOf(new Request(input, init)))
          : fetchFrom(program, tab, new URL(input), init),
    }
    return {
      tab,
      browser,
      goOnline: () => events.dispatchEvent(new Event('online')),
      setVisibility(visibilityState: 'visible' | 'hidden') {
        document.visibilityState = visibilityState
        document.dispatchEvent(new Event('visibilitychange'))
      },
      client: (options: Partial<SsoClientOptions> = {}) =>
        recorded(
          openClient(browser, { programBaseUrl: ORIGIN, returnUri: `${ORIGIN}/signed-in`, ...options }),
        ),
    }
  }

  return { stored, settings, advance, openTab, timersLeft: () => timers.length }
}

/** A client that records its states. */
export interface RecordedClient extends SsoClient {
  readonly states: SsoState[]
}

function recorded(client: SsoClient): RecordedClient {
  const states: SsoState[] = []
  client.subscribe((state) => states.push(state))
  return Object.assign(Object.create(client) as SsoClient, { states })
}

const partsOf = async (request: Request): Promise<RequestInit> => ({
  method: request.method,
  headers: request.headers,
  body: await request.text(),
})

async function fetchFrom(program: FakeProgram, tab: { isOffline: boolean }, url: URL, init: RequestInit) {
  if (tab.isOffline) throw new TypeError('Failed to fetch')
  const reply = await program.answer({
    method: init.method ?? 'GET',
    path: url.pathname + url.search,
    headers: { host: url.host, ...Object.fromEntries(new Headers(init.headers)) },
    body: `${init.body ?? ''}`,
  })
  if (reply === 'drop') throw new TypeError('Failed to fetch')
  return toResponse(reply ?? { status: 404, body: 'No such page' })
}

/** The reply as a Response. */
export function toResponse({ status, headers, body }: Reply): Response {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(text, { status, headers: headers ?? {} })
}

/** Opens a tab and signs a citizen in. */
export async function signedInTab(
  device: FakeDevice,
  program: FakeProgram,
  options: Partial<SsoClientOptions> = {},
) {
  const page = device.openTab(program)
  const client = page.client(options)
  await client.start()
  await signInAt(client, program)
  return { ...page, client }
}

/** Signs a citizen in, from the app to the identity service and back. */
export async function signInAt(
  client: SsoClient,
  program: FakeProgram,
  returnTo?: string,
): Promise<SsoState> {
  await client.signIn(returnTo === undefined ? {} : { returnTo })
  const code = program.handOff(program.requests('begin').at(-1)?.body['code_challenge'])
  return client.handleCallback(`${ORIGIN}/signed-in?sso_code=${code}`)
}

/** The result of `fakeDevice`. */
export type FakeDevice = ReturnType<typeof fakeDevice>
