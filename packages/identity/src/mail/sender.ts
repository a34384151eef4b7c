import type { Awaitable } from '../platform/awaitable.ts'
import { type Repeating, repeat } from '../platform/jobs/repeat.ts'
import { type DeliverNeeds, giveUpExpiredLetters } from './deliver-letter.ts'
import { createMailGate, type MailGate } from './mail-gate.ts'
import { createProbe } from './probe-mail.ts'
import { createSendRound, type SendRound } from './send-round.ts'
import { createWorkforce, type Workforce } from './workforce.ts'

/** Brings letters from the outbox to the mail server, in the background. */
export interface MailSender {
  start(): void
  /** Takes on no more letters and waits for those on their way, but not for ever. */
  stop(): Promise<void>
  /** Says that a letter was written down, so that it goes out at once. */
  wake(): void
  /** Whether the mail server has taken mail lately, as far as is known; decided without any letter or account in view. */
  available(): boolean
  /** Sends all that is due, whatever the loop is doing; returns how many letters the mail server took. */
  sendDue(): Promise<number>
}

/** What the sender needs. */
export type MailSenderNeeds = DeliverNeeds

/** Letters on their way at once. */
const CONCURRENT_LETTERS = 4

/** How often the mail server is asked whether it is there; every round while it is not, else every third. */
const PROBE_MILLISECONDS = 1_500
const PROBE_ROUNDS_WHILE_OPEN = 3
/** How often letters that other processes left, or that were put off, are looked for. */
const LOOK_MILLISECONDS = 1_000
const RENEW_MILLISECONDS = 5_000
const EXPIRE_MILLISECONDS = 5_000
const STOP_MILLISECONDS = 5_000

/** Makes the one sender of a process. */
export function createMailSender(needs: MailSenderNeeds): MailSender {
  const gate = createMailGate()
  const repeating: Repeating[] = []
  let state: 'running' | 'stopped' = 'stopped'
  const ask = createProbe(needs, gate)
  const probe = async () => {
    if ((await ask()) === 'reopened') workforce.call()
  }
  const round = createSendRound(needs, gate, () => void probe())
  const workforce = createWorkforce(CONCURRENT_LETTERS, () => workOn(needs, round, () => state === 'running'))
  return {
    start: () => {
      if (state === 'running') return
      state = 'running'
      void probe()
      repeating.push(...startRepeating(needs, gate, { round, workforce, probe }))
    },
    stop: async () => {
      state = 'stopped'
      const rounds = repeating.splice(0).map((one) => one.stop())
      await Promise.race([Promise.all([...rounds, workforce.finished()]), pause(STOP_MILLISECONDS)])
      needs.transport.close()
    },
    wake: () => {
      if (state === 'running' && gate.isOpen()) workforce.call()
    },
    available: () => gate.isOpen(),
    sendDue: async () => {
      await probe()
      return round.sendWhile(() => true)
    },
  }
}

interface Running {
  readonly round: SendRound
  readonly workforce: Workforce
  probe(): Promise<void>
}

function startRepeating(
  needs: MailSenderNeeds,
  gate: MailGate,
  { round, workforce, probe }: Running,
): Repeating[] {
  let rounds = 0
  const every = (name: string, everyMilliseconds: number, work: () => Awaitable<void>): Repeating =>
    repeat(needs.log, {
      name,
      everyMilliseconds,
      round: async () => {
        await work()
        return 'done'
      },
    })
  return [
    every('probing-mail', PROBE_MILLISECONDS, async () => {
      rounds += 1
      if (!gate.isOpen() || rounds % PROBE_ROUNDS_WHILE_OPEN === 0) await probe()
    }),
    every('looking-for-letters', LOOK_MILLISECONDS, workforce.call),
    every('renewing-leases', RENEW_MILLISECONDS, round.renewLeases),
    every('expiring-letters', EXPIRE_MILLISECONDS, () => giveUpExpiredLetters(needs)),
  ]
}

async function workOn({ log }: MailSenderNeeds, round: SendRound, may: () => boolean): Promise<void> {
  try {
    await round.sendWhile(may)
  } catch (error) {
    log.warn('sending-letters-failed', { error: error instanceof Error ? error.message : 'unknown' })
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}
