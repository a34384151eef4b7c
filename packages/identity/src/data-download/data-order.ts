import { appendEvent } from '../audit/index.ts'
import { findForOperator } from '../citizens/index.ts'
import type { CitizensAct } from '../moments/index.ts'
import { writeNewFile } from '../platform/new-file.ts'
import { accepted, refused } from '../platform/result.ts'
import { ownCopy } from './own-copy.ts'

/**
 * `portico citizen data`: the same file as on the page of the citizen, without secrets and without the reasons of operators, for somebody who has asked on
 * paper. The event is there before the first byte, and the citizen reads it.
 */
export const dataOrder: CitizensAct['run'] = async (needs, given) => {
  const { db, clock } = needs
  const file = given.option('out')
  if (file === undefined || file === '') return refused({ says: '--out FILE is missing.' })
  const citizen = await findForOperator(db, given.operand)
  if (!citizen) return refused({ says: 'There is no citizen with this address or subject.' })
  const { citizenId, subject } = citizen
  const { ownData, events } = await needs.ownDataOfRooms()
  const copy = async function* (): AsyncGenerator<string> {
    const { reason } = needs.by
    await appendEvent(needs, {
      name: 'citizen-data-copied',
      origin: needs.by,
      citizenId,
      details: { reason },
    })
    yield* ownCopy({ db, clock, ownData, events }, citizenId)
  }
  try {
    if (!(await writeNewFile(file, copy(), given.stopped)))
      return refused({
        says: `${file} or ${file}.part exists already, or cannot be made: name another file.`,
      })
  } catch (error) {
    if (given.stopped.aborted) return refused({ says: 'It was stopped before the end. There is no file.' })
    throw error
  }
  const lines = [
    `The data of citizen ${subject} are in ${file}.`,
    'It is all that is known: give it only to whom you have recognised, and delete it then.',
  ]
  return accepted({ json: { subject, file }, lines, isFault: false })
}
