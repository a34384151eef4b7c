import type { LookBound } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'

/** What counts as a look at a citizen, by the name that it has in the audit. */
export const LOOKS = {
  search: 'citizen why',
  account: 'console citizen',
  uncovered: 'console uncover',
} as const

/** How many looks an operator has. */
export function looksOf({ config }: Pick<ConsoleNeeds, 'config'>): LookBound {
  return { perHour: config.looksPerHour, commands: Object.values(LOOKS) }
}

/** How many times an operator may uncover personal data. */
export function uncoversOf({ config }: Pick<ConsoleNeeds, 'config'>): LookBound {
  return { perHour: config.uncoversPerHour, commands: [LOOKS.uncovered] }
}
