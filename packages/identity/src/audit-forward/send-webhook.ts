import { eventJson } from '../audit-log/index.ts'
import type { Outcome, Send } from './forward-round.ts'
import type { Entry } from './next-batch.ts'
import { signatureHeaders } from './sign-delivery.ts'
import { faultOf, NOT_IN_TIME } from './transport-fault.ts'

/** A receiver over HTTP, and the secrets that it may compare with. */
export interface Webhook {
  readonly url: string
  readonly secrets: readonly Buffer[]
}

/**
 * Posts each delivery as JSON lines: the same lines as in the files of `portico audit export`, so that one reader reads both, and a receiver reads line by line. A status of 2xx is the acknowledgement, and the only one. A redirect
 * is a fault: it would send the audit somewhere that no setting names. Nothing of an answer is read but its status.
 */
export function webhookSender({ url, secrets }: Webhook, { milliseconds }: { milliseconds: number }): Send {
  return async ({ id, entries, now }, stopped) => {
    const body = entries.map((entry) => `${JSON.stringify(jsonOf(entry))}\n`).join('')
    const headers = {
      'content-type': 'application/x-ndjson',
      'user-agent': 'portico',
      ...signatureHeaders(secrets, { id, at: now, body }),
    }
    const inTime = AbortSignal.timeout(milliseconds)
    const signal = AbortSignal.any([inTime, stopped])
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await answer.body?.cancel()
      return judge(answer)
    } catch (error) {
      if (stopped.aborted) return { kind: 'stopped' }
      return { kind: 'failed', says: inTime.aborted ? NOT_IN_TIME : faultOf(error) }
    }
  }
}

function judge({ ok, status }: Response): Outcome {
  if (ok) return { kind: 'delivered' }
  const isRedirect = status >= 300 && status < 400
  return { kind: 'failed', says: isRedirect ? `redirects (${status})` : `answers ${status}` }
}

function jsonOf(entry: Entry): object {
  if (entry.kind === 'event') return eventJson(entry.event)
  const { day, number, hash } = entry
  return { name: 'audit-day-sealed', day, seal: number, hash: hash.toString('hex') }
}
