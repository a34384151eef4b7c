import type { OperatorWords } from './en.ts'

/** Operators, in Arabic. */
export const ar: OperatorWords = {
  holds: { operator: { less: 'لن يعود لصاحب الحساب دخول إلى لوحة الإدارة' } },
}
