import type { SendOutcome } from './transport.ts'

/** Whether the mail server takes mail at this time, learnt from probes and from what became of letters. */
export interface MailGate {
  isOpen(): boolean
  noteProbe(answer: 'answered' | 'failed'): void
  noteOutcome(outcome: SendOutcome, recipient: string): void
}

/** After refusing all mail a server is not asked for this long; a probe cannot tell, because it greets as before. */
const REFUSAL_MILLISECONDS = 3_000

/** So many recipients in a row without any answer are the server's fault; one of them may be the recipient's. */
const UNANSWERED_RECIPIENTS = 3

/** Makes the gate, open until something fails. `monotonic` gives milliseconds that never jump. */
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
