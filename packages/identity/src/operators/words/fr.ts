import type { OperatorWords } from './en.ts'

/** Operators, in French. */
export const fr: OperatorWords = { holds: { operator: { less: 'la personne n’a plus accès à la console' } } }
