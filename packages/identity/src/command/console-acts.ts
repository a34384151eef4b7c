import type { ConsoleAct } from '../moments/index.ts'
import { ACTS_ON_CITIZENS } from './acts-that-wait.ts'
import type { Command, CommandOnCitizen } from './command.ts'
import { CONSENT_COMMANDS } from './consent-commands.ts'

/** An act on one citizen that the console orders. */
export type ConsoleCommand = CommandOnCitizen & { readonly fromConsole: ConsoleAct }

/** A step with an act that waits for another operator. */
export type ConsentCommand = Extract<Command, { readonly asks: 'who-and-why' }>

/** The acts on one citizen that may be ordered from the console. */
export const CONSOLE_ACTS: readonly ConsoleCommand[] = ACTS_ON_CITIZENS.flatMap((command) => {
  const { fromConsole } = command
  return fromConsole ? [{ ...command, fromConsole }] : []
})

/** What may be done with an act that waits, by the words of its command. */
export const CONSENT_STEPS: readonly ConsentCommand[] = CONSENT_COMMANDS.flatMap((command) =>
  command.asks === 'who-and-why' ? [command] : [],
)

/** The act with these words, if the console may order it. */
export function findConsoleAct(words: string): ConsoleCommand | undefined {
  return CONSOLE_ACTS.find((act) => act.words === words)
}
