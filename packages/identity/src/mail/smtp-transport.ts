import { toInternetMessage } from './mime.ts'
import type { Negotiated } from './negotiated.ts'
import { outcomeOf } from './smtp-outcome.ts'
import { type SmtpManner, type SmtpPatience, smtpServer } from './smtp-server.ts'
import { openSmtpSession, type SmtpSession } from './smtp-session.ts'
import type { ComposedMail, MailTransport, SendOutcome } from './transport.ts'

/** A server that greets late does not work. One that takes long over a message may be scanning it for viruses. */
const PATIENCE: SmtpPatience = { greetingMilliseconds: 5_000, answerMilliseconds: 20_000 }

const PROBE_ANSWER_MILLISECONDS = 5_000

/** How long a connection stays open for the next mail. */
const IDLE_MILLISECONDS = 1_000

/** A transport to a mail server. */
export interface SmtpTransport extends MailTransport {
  /** Whether mail would be accepted, and over which connection. Throws MailTrouble where it would not. */
  probe(): Promise<Negotiated>
}

/** Sends by the mail server at `PORTICO_SMTP_URL`. The connection stays open while mails follow each other closely. */
export function createSmtpTransport(url: string, manner: Partial<SmtpManner> = {}): SmtpTransport {
  const { patience = PATIENCE, cleartext = 'refused', baseUrl = 'http://localhost' } = manner
  const server = smtpServer(url, { patience, cleartext, baseUrl })
  const answerMilliseconds = Math.min(patience.answerMilliseconds, PROBE_ANSWER_MILLISECONDS)
  const probed = smtpServer(url, { patience: { ...patience, answerMilliseconds }, cleartext, baseUrl })
  const idle = createIdleSessions()
  const sendFresh = async (mail: ComposedMail, message: Buffer): Promise<SendOutcome> => {
    try {
      return await deliver(await openSmtpSession(server), mail, message)
    } catch (fault) {
      return outcomeOf(fault)
    }
  }
  const deliver = async (session: SmtpSession, mail: ComposedMail, message: Buffer): Promise<SendOutcome> => {
    try {
      await session.deliver({ from: mail.from.address, to: mail.to }, message)
      idle.keep(session)
      return { kind: 'sent' }
    } catch (fault) {
      return outcomeOf(fault)
    }
  }
  return {
    send: async (mail) => {
      const message = await toInternetMessage(mail)
      const session = idle.take()
      const outcome = session && (await deliver(session, mail, message))
      return outcome && !isStale(outcome) ? outcome : sendFresh(mail, message)
    },
    probe: async () => {
      const session = await openSmtpSession(probed)
      session.close()
      return session.negotiated
    },
    close: () => idle.close(),
  }
}

/** Where the server has closed a kept connection, the mail was not begun, so the failure says nothing about it. */
function isStale(outcome: SendOutcome): boolean {
  return outcome.kind === 'unavailable' || (outcome.kind === 'unanswered' && outcome.reply === 'envelope')
}

interface IdleSessions {
  take(): SmtpSession | undefined
  keep(session: SmtpSession): void
  close(): void
}

function createIdleSessions(): IdleSessions {
  const idle = new Map<SmtpSession, NodeJS.Timeout>()
  let closed = false
  const drop = (session: SmtpSession) => {
    clearTimeout(idle.get(session))
    idle.delete(session)
    session.close()
  }
  return {
    take: () => {
      for (const [session, timer] of idle) {
        clearTimeout(timer)
        idle.delete(session)
        if (session.isOpen) return session
      }
      return undefined
    },
    keep: (session) => {
      if (closed) session.close()
      else idle.set(session, setTimeout(() => drop(session), IDLE_MILLISECONDS).unref())
    },
    close: () => {
      closed = true
      for (const session of [...idle.keys()]) drop(session)
    },
  }
}
