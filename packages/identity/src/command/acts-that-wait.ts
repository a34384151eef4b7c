import type { Consents, WaitingAct } from '../moments/index.ts'
import { HEADS } from '../room-heads.ts'
import { CITIZEN_COMMANDS } from './citizen-commands.ts'
import type { CommandOnCitizen } from './command.ts'

/** Every act on one citizen. */
export const ACTS_ON_CITIZENS = CITIZEN_COMMANDS.filter((command) => command.asks === 'who-why-and-yes')

/** What the setting calls an act. */
export const verbOf = ({ words }: Pick<CommandOnCitizen, 'words'>) => words.replace('citizen ', '')

/** The setting names every act. */
export const ALL = 'all'

/** What is wrong with the setting, and how to mend it: a name in it that is no act. */
export function fourEyesFault(
  fourEyes: readonly string[],
): { readonly says: string; readonly mend: string } | undefined {
  const verbs = ACTS_ON_CITIZENS.map(verbOf)
  const unknown = fourEyes.filter((name) => name !== ALL && !verbs.includes(name))
  if (unknown.length === 0) return undefined
  return {
    says: `PORTICO_FOUR_EYES names ${unknown.join(', ')}, which is no act on a citizen`,
    mend: `write ${ALL}, or some of ${verbs.join(', ')}`,
  }
}

/** How acts wait, where a room of this build knows it. */
export function findConsents(): Promise<Consents> | undefined {
  const [load] = Object.values(HEADS).flatMap(({ consents }) => consents ?? [])
  return load?.()
}

/** The command of an act, as it was asked for, on the citizen who was found then. */
export function actInWords({ act, subject, options }: WaitingAct): string {
  const given = Object.entries(options).map(([name, value]) => ` --${name} ${value}`)
  return `${act} ${subject}${given.join('')}`
}
