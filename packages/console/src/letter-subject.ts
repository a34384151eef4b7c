import { HEADS, type Html, html, subjectOf } from '@portico/identity/parts'
import type { ConsoleFrame } from './console-page.ts'

/** The subject of a letter, as its reader would find it in a mailbox of the language of the page. Undefined for a kind that no room names. */
export async function subjectIn(
  { frame }: Pick<ConsoleFrame, 'frame'>,
  kind: string,
): Promise<Html | undefined> {
  const ofRooms = await Promise.all(Object.values(HEADS).map(({ letters }) => letters?.() ?? []))
  const subject = subjectOf(kind, frame.language, ofRooms.flat())
  return subject === undefined ? undefined : html`<q>${subject}</q>`
}
