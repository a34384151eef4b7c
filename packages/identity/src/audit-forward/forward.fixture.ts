import { expect } from 'vitest'
import { openSealedAudit, type SealedAudit } from '../audit-seals/seals.fixture.ts'
import type { LogFields } from '../platform/log.ts'
import { findTimeline } from '../platform/postgres/timeline.ts'
import { systemRandom } from '../platform/system-random.ts'
import type { Destination } from './destination.ts'
import { findDestination } from './destination-store.ts'
import { type Forwarded, type Forwarder, type ForwardNeeds, forwardNext } from './forward-round.ts'
import { type HttpReceiver, startHttpReceiver } from './receivers.fixture.ts'
import { webhookSender } from './send-webhook.ts'

/** An audit that is forwarded to a receiver, whose place has begun. */
export interface ForwardedAudit extends SealedAudit {
  readonly receiver: HttpReceiver
  readonly forwarder: Forwarder
  readonly logged: { readonly event: string; readonly fields: LogFields | undefined }[]
  readonly needs: ForwardNeeds
  /** One round. */
  next(forwarder?: Forwarder): Promise<Forwarded>
  /** Rounds until one does nothing more. Transactions of other databases of the server may hold up events. */
  rounds(forwarder?: Forwarder): Promise<Forwarded>
  /** Rounds until so many events have come, each time that one came. */
  until(events: number): Promise<void>
  /** The ids of the events that came, in order, also those that came again. */
  ids(): readonly unknown[]
  stored(): Promise<Destination>
}

export const SECRETS = [Buffer.alloc(32, 1)]

/** Opens an audit with a receiver. */
export async function openForwardedAudit(): Promise<ForwardedAudit> {
  const audit = await openSealedAudit()
  const receiver = await startHttpReceiver()
  const send = webhookSender({ url: receiver.url, secrets: SECRETS }, { milliseconds: 30_000 })
  const webhook: Forwarder = { name: 'webhook', send }
  const logged: ForwardedAudit['logged'] = []
  const log = (event: string, fields?: LogFields) => void logged.push({ event, fields })
  const needs: ForwardNeeds = {
    ...{ db: audit.db, clock: audit.clock, random: systemRandom },
    log: { info: log, warn: log, error: log },
    cluster: async () => (await findTimeline(audit.db))?.systemIdentifier ?? 'untold',
    stopped: new AbortController().signal,
  }
  const next = (forwarder = webhook) => forwardNext(needs, forwarder)
  const rounds = async (forwarder = webhook) => {
    for (;;) {
      const outcome = await next(forwarder)
      if (outcome !== 'again') return outcome
    }
  }
  const ids = () => receiver.lines().flatMap((line) => line['event_id'] ?? [])
  await rounds()
  return {
    ...{ ...audit, receiver, forwarder: webhook, logged, needs, next, rounds, ids },
    async until(events) {
      await expect
        .poll(async () => {
          await rounds()
          return ids().length
        })
        .toBe(events)
    },
    async stored() {
      const found = await findDestination(audit.db, 'webhook')
      if (!found) throw new Error('nothing is stored')
      return found
    },
    async drop() {
      await receiver.close()
      await audit.drop()
    },
  }
}
