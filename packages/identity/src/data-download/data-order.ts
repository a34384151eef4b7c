import { dirname } from 'node:path'
import type { ByOperator } from '../audit/index.ts'
import { operatorChange } from '../citizens/index.ts'
import { type LetterNeeds, postNews } from '../mail/index.ts'
import type { OrderWithOptions, OwnDataOfRooms } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import { isThere, whyNoNewFile, writeNewFile } from '../platform/new-file.ts'
import { textSchema } from '../platform/operation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { ownCopy } from './own-copy.ts'
import { DATA_WORDS } from './words/index.ts'

/** What the order of a copy needs. */
export type DataOrderNeeds = LetterNeeds &
  ByOperator & {
    /** What every room has about a citizen. It loads the code of all rooms. */
    ownDataOfRooms(): Promise<OwnDataOfRooms>
  }

/** The letter about a copy for somebody who asked on paper. */
export const COPIED = { name: 'data-copied', write: partOf(DATA_WORDS, ({ letters }) => letters.copied) }

/** What the answer has beside the citizen. */
export const WRITTEN_DATA = { file: textSchema('The file that was written.') }

const notMade = async (file: string) => refused({ says: await whyNoNewFile(file) })

/**
 * `portico citizen data`: the same file as on the page of the citizen, without secrets and without the reasons of operators, for somebody who has asked on
 * paper. The event and the letter are there before the first byte, and the citizen reads both. A closed account has no address for a letter.
 */
export const dataOrder: OrderWithOptions<DataOrderNeeds>['useCase'] = async (
  needs,
  citizen,
  { reason, option },
) => {
  const file = option('out')
  if (!(await mayBeMade(file))) return notMade(file)
  const told = await operatorChange<DataOrderNeeds>(
    'citizen-data-copied',
    async (db) => {
      if (citizen.standing !== 'closed')
        await postNews({ ...needs, db }, citizen, COPIED, { at: needs.clock.now() })
      return true
    },
    'unchanged',
  )(needs, { emailOrSubject: citizen.subject, reason })
  if (!told.ok) return told
  const letter =
    citizen.standing === 'closed' ? 'gets no letter, because the account is closed' : 'gets a letter about it'
  return accepted({
    json: { file },
    said: `${letter}. The data are in ${file}: give it only to whom you have recognised, and delete it then`,
    then: (db, stopped) => writeCopy({ ...needs, db }, citizen.citizenId, { file, stopped }),
  })
}

/** Whether the file could be made now: nothing has its names, and its folder is there. */
async function mayBeMade(file: string): Promise<boolean> {
  const [isTaken, isWritten, isInFolder] = [
    await isThere(file),
    await isThere(`${file}.part`),
    await isThere(dirname(file)),
  ]
  return file !== '' && !isTaken && !isWritten && isInFolder
}

async function writeCopy(
  needs: DataOrderNeeds,
  citizenId: string,
  { file, stopped }: { readonly file: string; readonly stopped: AbortSignal },
): Promise<Result<void, { readonly says: string }>> {
  const { db, clock } = needs
  const { ownData, events } = await needs.ownDataOfRooms()
  try {
    return (await writeNewFile(file, ownCopy({ db, clock, ownData, events }, citizenId), stopped))
      ? accepted(undefined)
      : await notMade(file)
  } catch (error) {
    if (!stopped.aborted) throw error
    return refused({
      says: 'It was stopped before the end. There is no file, but the citizen is told that there was one.',
    })
  }
}
