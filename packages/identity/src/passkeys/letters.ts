import { partOf } from '../platform/languages.ts'
import { PASSKEY_WORDS } from './words/index.ts'

/** The letters about passkeys. */
export const PASSKEY_LETTERS = {
  added: { name: 'passkey-added', write: partOf(PASSKEY_WORDS, ({ letters }) => letters.added) },
  removed: { name: 'passkey-removed', write: partOf(PASSKEY_WORDS, ({ letters }) => letters.removed) },
  renamed: { name: 'passkey-renamed', write: partOf(PASSKEY_WORDS, ({ letters }) => letters.renamed) },
  recentRemoved: {
    name: 'young-passkeys-removed',
    write: partOf(PASSKEY_WORDS, ({ letters }) => letters.recentRemoved),
  },
  removedByOperator: {
    name: 'operator-removed-passkeys',
    write: partOf(PASSKEY_WORDS, ({ letters }) => letters.removedByOperator),
  },
}
