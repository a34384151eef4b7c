import type { News } from '../mail/index.ts'
import { partOf } from '../platform/languages.ts'
import type { Invitation } from './words/en.ts'
import { BRING_WORDS } from './words/index.ts'

/** The letter that tells a citizen where the account is now. */
export const INVITATION: News<Invitation> = {
  name: 'account-moved',
  write: partOf(BRING_WORDS, ({ letters }) => letters.moved),
}
