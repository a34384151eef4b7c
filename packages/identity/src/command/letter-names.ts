import { subjectOf } from '../mail/index.ts'
import { HEADS } from '../room-heads.ts'

/** What a command calls letters: their English subjects, as a citizen finds them in a mailbox. A kind that no room names stays as it is. */
export async function findLetterNames(): Promise<(kind: string) => string> {
  const ofRooms = await Promise.all(Object.values(HEADS).map(({ letters }) => letters?.() ?? []))
  return (kind) => subjectOf(kind, 'en', ofRooms.flat()) ?? kind
}
