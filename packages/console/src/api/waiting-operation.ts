import { accepted, INSTANT, isoTime, listOf, objectSchema, textSchema } from '@portico/identity/parts'
import { PLACES } from '../places.ts'
import { readWaiting } from '../reads/read-waiting.ts'
import type { ApiOperation } from './api-operation.ts'

/** The acts that wait for another operator. */
export const WAITING: ApiOperation = {
  ...{ method: 'GET', path: '/acts', role: PLACES.waiting.role, operationId: 'listWaitingActs' },
  ...{ tag: 'Citizens', summary: 'The acts that wait for another operator' },
  description:
    'A person consents, on the page of the console or by the command. The reason stands in the audit alone.',
  answers: objectSchema('WaitingActs', {
    acts: listOf(
      objectSchema('WaitingAct', {
        number: { type: 'integer', minimum: 1, description: 'What whoever consents names it by.' },
        act: textSchema('The act, by the words of its command.'),
        subject: textSchema('The subject of the account.'),
        asked_by: textSchema('The operator who asked for it.'),
        asked_at: INSTANT,
        until: INSTANT,
      }),
    ),
  }),
  async answer(needs, { by }) {
    const acts = await readWaiting(needs, by)
    return accepted({
      acts: acts.map(({ number, act, subject, operator, askedAt, until }) => ({
        ...{ number, act, subject, asked_by: operator },
        ...{ asked_at: isoTime(askedAt), until: isoTime(until) },
      })),
    })
  },
}
