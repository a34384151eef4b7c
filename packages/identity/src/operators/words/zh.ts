import type { OperatorWords } from './en.ts'

/** Operators, in Chinese. */
export const zh: OperatorWords = { holds: { operator: { less: '本人不再是控制台的操作员' } } }
