import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { appendEvent } from '../audit/index.ts'
import { findForOperator } from '../citizens/index.ts'
import type { CitizensAct } from '../moments/index.ts'
import { accepted, refused } from '../platform/result.ts'
import { ownCopy } from './own-copy.ts'

/**
 * `portico citizen data`: the same file as on the page of the citizen, without secrets and without the reasons of operators, for somebody who has asked on
 * paper. The event is there before the first byte, and the citizen reads it. A file that was not finished is deleted.
 */
export const dataOrder: CitizensAct['run'] = async (needs, given) => {
  const { db, clock } = needs
  const file = given.option('out')
  if (file === undefined || file === '') return refused({ says: '--out FILE is missing.' })
  const citizen = await findForOperator(db, given.operand)
  if (!citizen) return refused({ says: 'There is no citizen with this address or subject.' })
  const made = await open(file, 'wx', 0o600).catch(() => undefined)
  if (!made) return refused({ says: `${file} exists already, or cannot be made: name another file.` })
  await made.close()
  const { citizenId, subject } = citizen
  try {
    const { ownData, events } = await needs.ownDataOfRooms()
    const { reason } = needs.by
    await appendEvent(needs, {
      name: 'citizen-data-copied',
      origin: needs.by,
      citizenId,
      details: { reason },
    })
    const parts = Readable.from(ownCopy({ db, clock, ownData, events }, citizenId))
    await pipeline(parts, createWriteStream(file), { signal: given.stopped })
  } catch (error) {
    await rm(file, { force: true })
    if (given.stopped.aborted) return refused({ says: 'It was stopped before the end. There is no file.' })
    throw error
  }
  const lines = [
    `The data of citizen ${subject} are in ${file}.`,
    'It is all that is known: give it only to whom you have recognised, and delete it then.',
  ]
  return accepted({ json: { subject, file }, lines, isFault: false })
}
