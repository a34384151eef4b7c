import { partOf } from '../platform/languages.ts'
import { CODE_WORDS } from './words/index.ts'

/** The letters about apps for codes and recovery codes. */
export const CODE_LETTERS = {
  added: { name: 'authenticator-added', write: partOf(CODE_WORDS, ({ letters }) => letters.added) },
  removed: { name: 'authenticator-removed', write: partOf(CODE_WORDS, ({ letters }) => letters.removed) },
  renamed: { name: 'authenticator-renamed', write: partOf(CODE_WORDS, ({ letters }) => letters.renamed) },
  codesMade: { name: 'recovery-codes-made', write: partOf(CODE_WORDS, ({ letters }) => letters.codesMade) },
  codeSpent: { name: 'recovery-code-spent', write: partOf(CODE_WORDS, ({ letters }) => letters.codeSpent) },
  /** Somebody gave the right password and wrong codes. `isLast`: more of them may come in the next hour without a letter. */
  wrongCodes: { name: 'wrong-codes', write: partOf(CODE_WORDS, ({ letters }) => letters.wrongCodes) },
  /** `isLast`: no app is left, so the recovery codes went with them. */
  recentRemoved: {
    name: 'young-apps-removed',
    write: partOf(CODE_WORDS, ({ letters }) => letters.recentRemoved),
  },
  removedByOperator: {
    name: 'operator-removed-codes',
    write: partOf(CODE_WORDS, ({ letters }) => letters.removedByOperator),
  },
}
