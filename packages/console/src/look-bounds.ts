import type { LookBound } from '@portico/identity/parts'
import type { ConsoleConfig } from './config.ts'

/** What counts as a look at a citizen, by the name that it has in the audit. */
export const LOOKS = {
  search: 'citizen why',
  account: 'console citizen',
  uncovered: 'console uncover',
  order: 'console order',
  audit: 'console audit --citizen',
} as const

/** How many looks an operator has: a citizen within the hour is one, a program and a reference number are none, and a search that finds nobody is half of one. Whoever orders an act is told something about somebody, also by a refusal. */
export function looksOf({ config }: { readonly config: Pick<ConsoleConfig, 'looksPerHour'> }): LookBound {
  return {
    ...{ perHour: config.looksPerHour, commands: Object.values(LOOKS) },
    ...{ per: 'citizen', search: LOOKS.search },
  }
}

/** How many times an operator may uncover personal data. */
export function uncoversOf({
  config,
}: {
  readonly config: Pick<ConsoleConfig, 'uncoversPerHour'>
}): LookBound {
  return { perHour: config.uncoversPerHour, commands: [LOOKS.uncovered], per: 'look' }
}

/** How long a page that is opened again, by a reload or the way back, is the look that it was. */
export const OPENED_AGAIN_SECONDS = 60

/** How long the page of an account stays uncovered for whoever gave a reason. */
export const UNCOVERED_SECONDS = 5 * 60
