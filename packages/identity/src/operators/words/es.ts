import type { OperatorWords } from './en.ts'

/** Operators, in Spanish. */
export const es: OperatorWords = {
  holds: { operator: { less: 'la persona deja de tener acceso a la consola' } },
}
