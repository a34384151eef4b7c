import { type Repeating, repeat } from '../platform/jobs/repeat.ts'
import type { Metric } from '../platform/metric.ts'
import type { Awaitable } from '../platform/result.ts'
import { type DeliverNeeds, giveUpExpiredLetters } from './deliver-letter.ts'
import { createMailGate, type MailGate } from './mail-gate.ts'
import { mailMetrics } from './mail-metrics.ts'
import type { Negotiated } from './negotiated.ts'
import { createProbe } from './probe-mail.ts'
import { createSendRound, type SendRound } from './send-round.ts'
import { createWorkforce, type Workforce } from './workforce.ts'

/** Sends the letters of the outbox in the background. */
export interface MailSender {
  start(): void
  /** Claims no more letters, and waits for those that are being sent, up to a limit. */
  stop(): Promise<void>
  /** Tells the sender that a letter was stored, so that it is sent at once. */
  wake(): void
  /** Whether the mail server accepts mail, as far as is known. It does not depend on any letter or account. */
  available(): boolean
  /** Sends all due letters now. Returns how many the mail server accepted. */
  sendDue(): Promise<number>
  /** The mail server, its certificate, and the letters that wait. */
  readonly metrics: readonly Metric[]
}

/** Letters that are sent at the same time. */
const CONCURRENT_LETTERS = 4

/** How often the mail server is probed: at every round while it accepts nothing, else at every third. */
const PROBE_MILLISECONDS = 1_500
const PROBE_ROUNDS_WHILE_OPEN = 3
/** How often the sender searches for letters that other processes left or that were postponed. */
const LOOK_MILLISECONDS = 1_000
const RENEW_MILLISECONDS = 5_000
const EXPIRE_MILLISECONDS = 5_000
const STOP_MILLISECONDS = 5_000

/** Makes the one sender of a process. */
export function createMailSender(needs: DeliverNeeds): MailSender {
  const gate = createMailGate()
  const repeating: Repeating[] = []
  let state: 'running' | 'stopped' = 'stopped'
  let negotiated: Negotiated | undefined
  const ask = createProbe(needs, gate, (answer) => void (negotiated = answer))
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
    metrics: mailMetrics({ ...needs, isOpen: gate.isOpen, negotiated: () => negotiated }),
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
  needs: DeliverNeeds,
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

async function workOn({ log }: DeliverNeeds, round: SendRound, may: () => boolean): Promise<void> {
  try {
    await round.sendWhile(may)
  } catch (error) {
    log.warn('sending-letters-failed', {
      'error.message': error instanceof Error ? error.message : 'unknown',
    })
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}
