import type { OperatorWords } from './en.ts'

/** Operators, in German. */
export const de: OperatorWords = {
  holds: { operator: { less: 'die Person hat keinen Zugang zur Konsole mehr' } },
}
