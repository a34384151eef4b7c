import type { Tracer } from '../platform/tracer.ts'
import type { MailTransport } from './transport.ts'

const STEP = { name: 'mail send', fields: { 'network.protocol.name': 'smtp' } } as const

/**
 * A transport whose mails are traces of their own. A letter waits in the outbox, which has no place for the trace of the
 * request that posted it: such a row would say when whom a request mailed.
 */
export function tracedTransport(transport: MailTransport, tracer: Tracer): MailTransport {
  return {
    send: (mail) => tracer.alone(STEP, () => transport.send(mail)),
    probe: () => transport.probe(),
    close: () => transport.close(),
  }
}
