/** Operators, in English. */
export const en = { holds: { operator: { less: 'ends that the citizen is an operator of the console' } } }

/** The entries of every language. */
export type OperatorWords = typeof en
