import type { Log, LogFields } from '../platform/log.ts'
import type { MailGate } from './mail-gate.ts'
import { adviceOn, MailTrouble, WHERE_TO_LOOK } from './mail-trouble.ts'
import type { Negotiated } from './negotiated.ts'
import type { MailTransport } from './transport.ts'

/** The transport, and the log for its troubles. */
export interface ProbeNeeds {
  readonly transport: MailTransport
  readonly log: Log
}

/** Asks whether the mail server accepts mail. `reopened` where it does again. */
export type Probe = () => Promise<'reopened' | 'as-before'>

/**
 * Makes the probe of one process. It logs each trouble once with what to do, and again if it comes back. `onAnswer` is
 * called with what the transport says of a probe that succeeded.
 */
export function createProbe(
  { transport, log }: ProbeNeeds,
  gate: MailGate,
  onAnswer: (answer: Negotiated | undefined) => void,
): Probe {
  let told: string | undefined
  return async () => {
    const wasOpen = gate.isOpen()
    const trouble = await transport.probe().then(onAnswer, describe)
    gate.noteProbe(trouble ? 'failed' : 'answered')
    const isOpen = gate.isOpen()
    if (trouble && trouble['portico.trouble'] !== told) log.warn('mail-unavailable', trouble)
    else if (isOpen !== wasOpen) log.warn(isOpen ? 'mail-available' : 'mail-unavailable')
    told = trouble?.['portico.trouble']
    return isOpen && !wasOpen ? 'reopened' : 'as-before'
  }
}

function describe(fault: unknown): LogFields & { readonly 'portico.trouble': string } {
  if (!(fault instanceof MailTrouble))
    return { 'portico.trouble': fault instanceof Error ? fault.message : 'unknown' }
  const { says, mend } = adviceOn(fault)
  return {
    'portico.trouble': fault.kind,
    'error.message': fault.detail,
    'portico.says': says,
    'portico.mend': mend,
    'portico.see': WHERE_TO_LOOK,
  }
}
