import type { SendOutcome } from './transport.ts'

/** Whether the mail server accepts mail now, as far as probes and sent letters show. */
export interface MailGate {
  isOpen(): boolean
  noteProbe(answer: 'answered' | 'failed'): void
  noteOutcome(outcome: SendOutcome, recipient: string): void
}

/** How long a server that refused all mail is not asked. A probe cannot tell, because the server greets as before. */
const REFUSAL_MILLISECONDS = 3_000

/** After this many recipients in a row without an answer, the server is at fault. A single one may be the recipient's fault. */
const UNANSWERED_RECIPIENTS = 3

/** Makes the gate. It is open until something fails. `monotonic` gives milliseconds that never jump. */
export function createMailGate(monotonic: () => number = () => performance.now()): MailGate {
  const unanswered = new Set<string>()
  let reachable = true
  let closedUntil = Number.NEGATIVE_INFINITY
  const refuse = () => {
    closedUntil = monotonic() + REFUSAL_MILLISECONDS
  }
  return {
    isOpen: () => reachable && monotonic() >= closedUntil,
    noteProbe: (answer) => {
      reachable = answer === 'answered'
    },
    noteOutcome: ({ kind }, recipient) => {
      if (kind === 'unavailable') return refuse()
      if (kind !== 'unanswered') return unanswered.clear()
      unanswered.add(recipient)
      if (unanswered.size >= UNANSWERED_RECIPIENTS) refuse()
    },
  }
}
