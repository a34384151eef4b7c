import { CONSOLE_ACTS, type LookBound } from '@portico/identity/parts'
import type { ConsoleConfig } from './config.ts'

/** What counts as a look at a citizen, by the name that it has in the audit. */
export const LOOKS = {
  search: 'citizen why',
  account: 'console citizen',
  uncovered: 'console uncover',
} as const

/** How many looks an operator has. Whoever is told what an act would do has looked, too. */
export function looksOf({ config }: { readonly config: Pick<ConsoleConfig, 'looksPerHour'> }): LookBound {
  return {
    perHour: config.looksPerHour,
    commands: [...Object.values(LOOKS), ...CONSOLE_ACTS.map(({ words }) => words)],
  }
}

/** How many times an operator may uncover personal data. */
export function uncoversOf({
  config,
}: {
  readonly config: Pick<ConsoleConfig, 'uncoversPerHour'>
}): LookBound {
  return { perHour: config.uncoversPerHour, commands: [LOOKS.uncovered] }
}
