import {
  accepted,
  type ChainState,
  countSchema,
  instantSchema,
  isoTime,
  listOf,
  objectSchema,
  orNull,
  recordRead,
  type Schema,
  textSchema,
} from '@portico/identity/parts'
import { PLACES } from '../places.ts'
import { readChainState } from '../reads/read-chain.ts'
import type { ApiOperation } from './api-operation.ts'

const SEAL = {
  number: countSchema('The number of the seal.'),
  sealed_at: instantSchema('When it was made.'),
}

const DAY = (description: string): Schema => textSchema(description, { minLength: 10, maxLength: 10 })

/** How far the audit is sealed. */
export const CHAIN: ApiOperation = {
  ...{
    method: 'GET',
    path: '/audit/chain',
    role: PLACES.audit.role,
    operationId: 'getAuditChain',
    tag: 'Audit',
  },
  summary: 'How far the audit is sealed, and how the seal of the last closed day left',
  description: 'It compares no hash: `portico audit verify` on the machine of the service does.',
  answers: objectSchema('AuditChain', {
    last_seal: orNull(objectSchema('Seal', SEAL)),
    closed_day: orNull(
      objectSchema('ClosedDay', {
        day: DAY('The last day (UTC) that is over and has a seal.'),
        ...SEAL,
        hash: textSchema('The hash of its last seal, in hexadecimal digits: of the whole chain up to there.'),
      }),
    ),
    sent: listOf(
      objectSchema('SentClosing', {
        by: { type: 'string', enum: ['syslog', 'webhook'] },
        day: DAY(
          'The last day whose hash has arrived, or that has none. While `at` is null, days up to here were over before the destination began, and it gets none of them.',
        ),
        at: orNull(instantSchema('When a hash arrived last.')),
        attempts: countSchema('Failed attempts since the last delivery.'),
      }),
    ),
    unsealed_since: orNull(instantSchema('Of when the oldest event is that is not sealed.')),
    sealing_older_events: {
      type: 'boolean',
      description: 'Whether events from before the first seal are still being sealed.',
    },
    looked_from: orNull(DAY('From which day on days without a seal were looked for.')),
    missing_days: listOf(DAY('A day that is over and has events and no seal.')),
  }),
  async answer(needs, { by }) {
    const { chain, sent } = await readChainState(needs)
    await recordRead({ ...needs, by }, { command: 'console audit chain' })
    const closed = chain?.closed
    return accepted({
      ...(chain ? stateJson(chain) : NOTHING),
      closed_day: closed ? { day: closed.day, ...sealJson(closed), hash: closed.hash.toString('hex') } : null,
      sent: sent.map(({ at, ...one }) => ({ ...one, at: at && isoTime(at) })),
    })
  },
}

const NOTHING = {
  ...{ last_seal: null, unsealed_since: null, sealing_older_events: false },
  ...{ looked_from: null, missing_days: [] },
}

function stateJson({ unsealedSince, walkedAt, lookedFrom, missing, ...last }: ChainState) {
  return {
    last_seal: sealJson(last),
    unsealed_since: unsealedSince === undefined ? null : isoTime(unsealedSince),
    sealing_older_events: walkedAt !== null,
    looked_from: lookedFrom ?? null,
    missing_days: missing,
  }
}

function sealJson({ number, sealedAt }: Pick<ChainState, 'number' | 'sealedAt'>) {
  return { number, sealed_at: isoTime(sealedAt) }
}
