import type { Foundation } from '../platform/foundation.ts'
import type { Letter } from './letter.ts'
import { type Addressed, openLetter } from './sealed-letter.ts'

type Keys = Pick<Foundation, 'db' | 'keyring'>

/** The newest letter of this name to an address that waits in the outbox. */
export async function newestLetter(needs: Keys, name: string, recipient: string): Promise<Letter> {
  return (await newestAddressed(needs, name, recipient)).letter
}

/** The same, with its recipient and its language. */
export async function newestAddressed(
  { db, keyring }: Keys,
  name: string,
  recipient: string,
): Promise<Addressed> {
  const [row] = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${recipient} and kind = ${name} order by created_at desc limit 1`
  if (!row) throw new Error(`No letter ${name} to ${recipient}`)
  return openLetter(keyring, row.id, row.sealed)
}

/** The path where the first button of a letter leads, with what the link carries. */
export function linkPathIn(letter: Letter): string {
  const { pathname, search } = new URL(addressIn(letter))
  return pathname + search
}

function addressIn(letter: Letter): string {
  if (letter.kind !== 'written') return 'link' in letter ? letter.link.reveal() : ''
  const [step] = letter.text.steps
  if (!step) return ''
  return 'link' in step ? step.link.reveal() : step.address
}

/** The code of a letter. */
export const codeIn = (letter: Letter): string => ('code' in letter && letter.code?.reveal()) || ''
