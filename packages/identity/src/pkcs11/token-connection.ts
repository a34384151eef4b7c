import type { After } from '../platform/child/after.ts'
import { keepOneRunning } from '../platform/child/keep-one-running.ts'
import { type Child, type StartChild, startChild } from '../platform/child/start-child.ts'
import { type KeyTokenSettings, type OpenKeyToken, TokenUnavailable } from '../platform/key-token.ts'
import type { Opened, Opening, Told, Work } from './messages.ts'
import { type PinGuard, pinGuard } from './pin-guard.ts'
import { waitingSince } from './waiting-since.ts'

/** The way to a token: a process that is replaced when it fails. */
export interface TokenConnection {
  /** Throws TokenUnavailable. */
  ask(work: Work): Promise<Told>
  /** Whether the token is open, and answers without a long wait. */
  isOpen(): boolean
  /** The keys that this process has signed with, rightly, since it was opened. */
  readonly proven: Set<string>
  /** Ends the process, and resolves when it has ended. Another one opens the token anew. */
  reopen(): Promise<void>
  deaths(): number
  close(): Promise<void>
}

/** What it needs. */
export type ConnectionNeeds = Pick<Parameters<OpenKeyToken>[1], 'log' | 'environment'> & {
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
  /** Its process is killed when it says nothing for so long while it has work. */
  readonly silentMilliseconds?: number
}

type TokenChild = Child<{ readonly work: Work }, Told, Opened>

const FILE = new URL('./token-process.ts', import.meta.url)
/** Some modules wait half a minute for their network. */
const FIRST_WORD_MILLISECONDS = 60_000
/** Who waits longer for an answer is not joined by others, and neither are so many. */
const LONG_MILLISECONDS = 2_000
const MANY = 32

/**
 * Opens the way. Where the token or the process fails, the process is replaced, at once and then after growing pauses. No PIN is sent any more where
 * the token may have refused it, because each try brings it nearer to its lock.
 */
export function connectToken(
  settings: KeyTokenSettings,
  { log, environment, silentMilliseconds, now = () => performance.now() }: ConnectionNeeds,
): TokenConnection {
  const { label } = settings
  const complain = complainsOf(log, label)
  const proven = new Set<string>()
  const guard = pinGuard(complain)
  const waits = waitingSince(now)
  const onBegun = (opened: Opened) => {
    guard.hear(opened)
    if (opened.fault === undefined) return
    complain(opened.fault)
    if (!guard.isShut()) kept.now()?.kill()
  }
  const start = (after: After): TokenChild => {
    proven.clear()
    const first = openingFor(settings, guard)
    return startTokenChild({
      ...{ after, onBegun, first, silentMilliseconds },
      environment: variablesFor(environment),
    })
  }
  const kept = keepOneRunning({ log, event: 'key-token-process-ended', start })
  kept.running()
  const ask = async (work: Work): Promise<Told> => {
    if (guard.isShut()) throw unavailable(label, 'it has refused the PIN')
    const child = kept.running()
    const told = await waits(child?.ask({ work }))
    if (told && told.fault === undefined) return told
    const fault = told?.fault ?? 'its process has ended'
    if (guard.isShut()) throw unavailable(label, fault)
    if (told) complain(fault)
    // Whoever asks next asks the next process.
    await end(child)
    throw unavailable(label, fault)
  }
  return {
    ask,
    isOpen() {
      const latest = kept.now()?.latest()
      const isReady = latest !== undefined && latest.fault === undefined && !('sendsPin' in latest)
      return isReady && waits.milliseconds() < LONG_MILLISECONDS && waits.count() < MANY
    },
    proven,
    reopen: () => end(kept.now()),
    deaths: () => kept.deaths(),
    close: () => kept.close(),
  }
}

function complainsOf(log: ConnectionNeeds['log'], label: string) {
  return (fault: string) =>
    log.error('key-token-unavailable', { 'portico.token': label, 'error.message': fault })
}

function startTokenChild(
  start: Pick<StartChild<Opened>, 'after' | 'onBegun' | 'first' | 'environment' | 'silentMilliseconds'>,
): TokenChild {
  return startChild({ ...start, file: FILE, firstWordMilliseconds: FIRST_WORD_MILLISECONDS })
}

async function end(child: TokenChild | undefined): Promise<void> {
  child?.kill()
  await child?.ended
}

/** Nothing where the PIN may have been refused. */
function openingFor({ module, label, pin }: KeyTokenSettings, guard: PinGuard): object | undefined {
  if (!guard.maySend()) return undefined
  const opening: Opening = { module, label, pin: pin.reveal() }
  return { opening }
}

/** Says why a token cannot be used. */
export function unavailable(label: string, why: string): TokenUnavailable {
  return new TokenUnavailable(`The token ${label} cannot be used: ${why}`)
}

/** Modules find their files by variables. None of Portico and of PostgreSQL goes along, because they may be secret. */
function variablesFor(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(?:PORTICO_|PG)/.test(entry[0]),
  )
  return { ...Object.fromEntries(given), NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
}
