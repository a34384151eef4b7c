import type { After } from '../platform/child/after.ts'
import { keepOneRunning } from '../platform/child/keep-one-running.ts'
import { type Child, startChild } from '../platform/child/start-child.ts'
import { type KeyTokenSettings, type OpenKeyToken, TokenUnavailable } from '../platform/key-token.ts'
import type { Opened, Opening, Told, Work } from './messages.ts'

/** The way to a token: a process that is replaced when it fails. */
export interface TokenConnection {
  /** Throws TokenUnavailable. */
  ask(work: Work): Promise<Told>
  /** Whether the token is open, and answers without a long wait. */
  isOpen(): boolean
  /** Whether this process has found the key with this id there since it was opened. */
  hasFound(id: string): boolean
  /** Ends the process. Another one opens the token anew. */
  reopen(): void
  deaths(): number
  close(): Promise<void>
}

/** What it needs. */
export type ConnectionNeeds = Pick<Parameters<OpenKeyToken>[1], 'log' | 'environment'> & {
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

const FILE = new URL('./token-process.ts', import.meta.url)
/** Who waits longer for an answer is not joined by others. */
const LONG_MILLISECONDS = 2_000

/**
 * Opens the way. Where the token or the process fails, the process is replaced, at once and then after growing pauses. Nothing is tried again where
 * the token refused the PIN, because each try brings it nearer to its lock.
 */
export function connectToken(
  { module, label, pin }: KeyTokenSettings,
  { log, environment, now = () => performance.now() }: ConnectionNeeds,
): TokenConnection {
  const found = new Set<string>()
  let isPinRefused = false
  const waits = waitingSince(now)
  const complain = (fault: string) =>
    log.error('key-token-unavailable', { 'portico.token': label, 'error.message': fault })
  const onBegun = ({ fault, isAboutPin = false }: Opened) => {
    if (fault === undefined) return
    complain(fault)
    isPinRefused = isAboutPin
    if (!isPinRefused) kept.now()?.kill()
  }
  const opening: Opening = { module, label, pin: pin.reveal() }
  const start = (after: After): Child<{ readonly work: Work }, Told, Opened> => {
    found.clear()
    const variables = variablesFor(environment)
    return startChild({ file: FILE, environment: variables, first: { opening }, after, onBegun })
  }
  const kept = keepOneRunning({ log, event: 'key-token-process-ended', start })
  kept.running()
  return {
    async ask(work) {
      if (isPinRefused) throw unavailable(label, 'it has refused the PIN')
      const child = kept.running()
      const told = await waits(child?.ask({ work }))
      if (!told) throw unavailable(label, 'its process has ended')
      if (told.isThere) found.add(work.id)
      if (told.fault === undefined) return told
      // A fault of the opening was told before, and what waited meanwhile hears it, too.
      if (!isPinRefused) complain(told.fault)
      if (!isPinRefused) child?.kill()
      throw unavailable(label, told.fault)
    },
    isOpen() {
      const latest = kept.now()?.latest()
      return latest !== undefined && latest.fault === undefined && waits.milliseconds() < LONG_MILLISECONDS
    },
    hasFound: (id) => found.has(id),
    reopen: () => kept.now()?.kill(),
    deaths: () => kept.deaths(),
    close: () => kept.close(),
  }
}

/** Says why a token cannot be used. */
export function unavailable(label: string, why: string): TokenUnavailable {
  return new TokenUnavailable(`The token ${label} cannot be used: ${why}`)
}

/** How long the token has answered nothing although it is asked something. */
function waitingSince(now: () => number) {
  let underWay = 0
  let since = 0
  const wait = async <Value>(answer: Promise<Value> | undefined): Promise<Value | undefined> => {
    if (underWay === 0) since = now()
    underWay += 1
    try {
      return await answer
    } finally {
      underWay -= 1
      since = now()
    }
  }
  return Object.assign(wait, { milliseconds: () => (underWay === 0 ? 0 : now() - since) })
}

/** Modules find their files by variables. None of Portico and of PostgreSQL goes along, because they may be secret. */
function variablesFor(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(?:PORTICO_|PG)/.test(entry[0]),
  )
  return { ...Object.fromEntries(given), NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
}
