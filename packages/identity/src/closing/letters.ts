import { partOf } from '../platform/languages.ts'
import { CLOSING_WORDS } from './words/index.ts'

/** The letters of closing. */
export const CLOSING_LETTERS = {
  requested: { name: 'closing-requested', write: partOf(CLOSING_WORDS, ({ letters }) => letters.requested) },
  putOff: { name: 'closing-put-off', write: partOf(CLOSING_WORDS, ({ letters }) => letters.putOff) },
  calledOff: { name: 'closing-called-off', write: partOf(CLOSING_WORDS, ({ letters }) => letters.calledOff) },
  closed: { name: 'account-closed', write: partOf(CLOSING_WORDS, ({ letters }) => letters.closed) },
}
