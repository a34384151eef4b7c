import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { plusSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { CannotUnseal, type Keyring } from '../platform/keyring.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import {
  type FoundAnswer,
  findAnswer,
  giveTurnBack,
  holdTurn,
  keepAnswer,
  type SentForm,
  type Turn,
  takeTurn,
} from './answer-store.ts'
import type { Browser } from './browser.ts'

/** Everything that `answerOnce` uses. */
export type OnceNeeds = Pick<Foundation, 'db' | 'keyring' | 'random' | 'clock' | 'log'>

/** What a browser sent, and from which of its pages. */
export interface SentAct {
  /** The page that it was sent from. Each showing of a page is another one. */
  readonly page: string
  /** What it asks for. The same page may ask for something else next. */
  readonly what: string
  /** `current`: it may be answered. `stale`: somebody has signed in or out since, so only a kept answer may be given. */
  readonly standing: 'current' | 'stale'
  /** Whether an answer is kept for the next request. Without it, all are. */
  keeps?(reply: Reply): boolean
}

/** Whether the act is done now, or was done before and only its answer is made again. */
export type Doing = 'first' | 'again'

/** How long an answer is kept. */
const KEPT_SECONDS = 60

/** Whoever has the turn holds it each second. After three seconds without that it has died, and the next request takes it. */
const TURN_SECONDS = 3
const HOLD_EVERY_MILLISECONDS = 1000
const LOOK_EVERY_MILLISECONDS = 50
/** 15 seconds. */
const MOST_LOOKS = 300

/**
 * Answers an act of a browser once. Whoever sends the same from the same page again, while it is answered or within a minute,
 * gets the same answer, on any process: two clicks on a button have one effect. An answer that began or ended a session is given
 * only to the browser that it was given to, and until somebody signs in or out there.
 */
export async function answerOnce(
  needs: OnceNeeds,
  { http, browser }: { readonly http: HttpRequest; readonly browser: Browser },
  act: SentAct,
  answer: (doing: Doing) => Promise<Reply>,
): Promise<Reply> {
  const sent = sentForm(needs, { path: http.path, browser, act })
  if (act.standing === 'stale') {
    const kept = await openedAnswer(needs, sent, await findAnswer(needs.db, sent, needs.clock.now()))
    return isReply(kept) && browser.isLedTo(kept.cookies) ? kept : answer('first')
  }
  let isFree = true
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const turn = isFree ? await ownTurn(needs, sent) : undefined
    if (turn) return answerFirst(needs, turn, act, answer)
    const found = await findAnswer(needs.db, sent, needs.clock.now())
    const kept = await openedAnswer(needs, sent, found)
    if (kept) return isReply(kept) ? kept : answer('again')
    isFree = found === undefined
    await sleep(LOOK_EVERY_MILLISECONDS)
  }
  // Somebody holds the turn all the while, and is still at work: to do it a second time would be a second effect.
  throw new DatabaseUnavailable('The same form is still being answered')
}

/** The turn to answer, where nobody has it. */
async function ownTurn(needs: OnceNeeds, sent: SentForm): Promise<Turn | undefined> {
  const now = needs.clock.now()
  const turn = { ...sent, turn: randomUuid(needs.random) }
  const isOwn = await takeTurn(needs.db, turn, { now, until: plusSeconds(now, TURN_SECONDS) })
  return isOwn ? turn : undefined
}

function isReply(kept: KeptAnswer | undefined): kept is Reply {
  return kept !== undefined && kept !== 'again'
}

async function answerFirst(
  needs: OnceNeeds,
  turn: Turn,
  act: SentAct,
  answer: (doing: Doing) => Promise<Reply>,
): Promise<Reply> {
  const hold = () => holdTurn(needs.db, turn, plusSeconds(needs.clock.now(), TURN_SECONDS))
  const holding = setInterval(() => void quietly(needs, hold()), HOLD_EVERY_MILLISECONDS)
  const reply = await answer('first')
    .catch(async (error: unknown) => {
      await quietly(needs, giveTurnBack(needs.db, turn))
      throw error
    })
    .finally(() => clearInterval(holding))
  const kept = (act.keeps?.(reply) ?? true) ? keptOf(reply) : undefined
  await quietly(needs, kept === undefined ? giveTurnBack(needs.db, turn) : keep(needs, turn, kept))
  return reply
}

async function keep(needs: OnceNeeds, turn: Turn, kept: KeptAnswer): Promise<void> {
  const answer = await sealAnswer(needs.keyring, turn, kept)
  await keepAnswer(needs.db, turn, { answer, until: plusSeconds(needs.clock.now(), KEPT_SECONDS) })
}

/** The act is done, whatever becomes of its answer. */
async function quietly({ log }: OnceNeeds, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    log.warn('answer-not-kept', { 'error.message': error instanceof Error ? error.message : 'unknown' })
  })
}

async function openedAnswer(
  { keyring }: OnceNeeds,
  sent: SentForm,
  found: FoundAnswer | undefined,
): Promise<KeptAnswer | undefined> {
  return found?.answer ? openAnswer(keyring, sent, found.answer) : undefined
}

/** HMACs, because a form may have a password. */
function sentForm(
  { keyring }: OnceNeeds,
  { path, browser, act }: { readonly path: string; readonly browser: Browser; readonly act: SentAct },
): SentForm {
  const form = keyring.sign(`sent form ${browser.idHash.toString('base64url')} ${path} ${act.page}`)
  return { form, act: keyring.sign(`sent act ${form.toString('base64url')} ${act.what}`) }
}

/** What is kept of an answer. `again`: it is made again, because it is long. */
export type KeptAnswer = Reply | 'again'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

const FIRST_STATUS_OF_LATER = 429

/**
 * What is kept of a reply. Nothing of one that tells the browser to come again: the next request is a new try. A file in parts
 * is made again.
 */
export function keptOf(reply: Reply): KeptAnswer | undefined {
  if (reply.status >= FIRST_STATUS_OF_LATER || typeof reply.body !== 'string') return undefined
  if (reply.parts) return 'again'
  const { status, headers, cookies, body } = reply
  return { status, headers, cookies, body }
}

/** Seals an answer: it may have a session cookie or an authorization code. */
export async function sealAnswer(keyring: Keyring, sent: SentForm, kept: KeptAnswer): Promise<Buffer> {
  return keyring.seal(await deflate(JSON.stringify(kept)), contextOf(sent))
}

/** Opens an answer. Nothing where its key is gone. */
export async function openAnswer(
  keyring: Keyring,
  sent: SentForm,
  sealed: Buffer,
): Promise<KeptAnswer | undefined> {
  try {
    return parseOwnJson<KeptAnswer>((await inflate(keyring.unseal(sealed, contextOf(sent)))).toString())
  } catch (error) {
    if (error instanceof CannotUnseal) return undefined
    throw error
  }
}

function contextOf({ form, act }: SentForm): string {
  return `answered form ${form.toString('base64url')} ${act.toString('base64url')}`
}
