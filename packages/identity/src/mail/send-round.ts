import { plusSeconds } from '../platform/clock.ts'
import { type DeliverNeeds, deliverLetter } from './deliver-letter.ts'
import type { MailGate } from './mail-gate.ts'
import { claimLetter, setDue } from './outbox-store.ts'

/** Claims and sends due letters one after the other. Several callers may run at once. */
export interface SendRound {
  /** Sends while `may` is true, letters are due and the gate is open. Returns how many the mail server accepted. */
  sendWhile(may: () => boolean): Promise<number>
  /** Extends the leases of the letters that are being sent. */
  renewLeases(): Promise<void>
}

/** When another process may claim the letter of a process that was killed. */
const LEASE_SECONDS = 20

/** Makes the rounds of one process. `onTrouble` is called where a mail server refused all mail or did not answer. */
export function createSendRound(needs: DeliverNeeds, gate: MailGate, onTrouble: () => void): SendRound {
  const onTheirWay = new Set<string>()
  const leaseEnd = () => plusSeconds(needs.clock.now(), LEASE_SECONDS)
  const sendNext = async (): Promise<'sent' | 'not-sent' | 'none-due'> => {
    const claimed = await claimLetter(needs.db, needs.clock.now(), leaseEnd())
    if (!claimed) return 'none-due'
    if (onTheirWay.has(claimed.messageId)) return 'not-sent'
    onTheirWay.add(claimed.messageId)
    try {
      const { outcome, recipient } = await deliverLetter(needs, claimed)
      if (outcome.kind === 'not-sent') return 'not-sent'
      gate.noteOutcome(outcome, recipient)
      if (outcome.kind === 'unavailable' || outcome.kind === 'unanswered') onTrouble()
      return outcome.kind === 'sent' ? 'sent' : 'not-sent'
    } finally {
      onTheirWay.delete(claimed.messageId)
    }
  }
  return {
    sendWhile: async (may) => {
      let sent = 0
      while (may() && gate.isOpen()) {
        const became = await sendNext()
        if (became === 'none-due') break
        if (became === 'sent') sent += 1
      }
      return sent
    },
    renewLeases: async () => {
      if (onTheirWay.size > 0) await setDue(needs.db, [...onTheirWay], leaseEnd())
    },
  }
}
