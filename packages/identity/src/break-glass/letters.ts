import { partOf } from '../platform/languages.ts'
import { BREAK_GLASS_WORDS } from './words/index.ts'

/** The letter that every operator and the contact for security get. */
export const BREAK_GLASS_LETTERS = {
  made: { name: 'break-glass-made', write: partOf(BREAK_GLASS_WORDS, ({ letters }) => letters.made) },
}
