import { type Html, html } from '@portico/identity/parts'
import { type ConsoleFrame, instant } from './console-page.ts'
import type { Healths, ProgramHealth } from './reads/program-health.ts'

/** The sign before the words, so that a column is read at a glance; the words say the same. */
const SIGNS: Readonly<Record<ProgramHealth['state'], string>> = {
  ...{ disabled: '–', 'never-called': '–', well: '✓' },
  ...{
    'no-secret': '✕',
    'ended-secret': '✕',
    'secret-ends': '!',
    'wrong-secret': '!',
    refused: '!',
    silent: '!',
  },
}

/** How a program is, in a few words with their figure: a line for each that is known. */
export function sayHealth(shown: ConsoleFrame, healths: Healths): Html {
  const lines = healths.map(
    (health) => html`<span aria-hidden="true">${SIGNS[health.state]}</span> ${wordsOf(shown, health)}`,
  )
  return html`${lines.map((line, index) => (index === 0 ? line : html`<br>${line}`))}`
}

function wordsOf({ frame, words }: ConsoleFrame, health: ProgramHealth): Html | string {
  const { health: says, disabled } = words.programs
  if (health.state === 'disabled') return html`${disabled} ${instant(frame, health.at)}`
  if (health.state === 'refused') return says.refused(health.refused, health.all)
  if (health.state === 'silent') return says.silent(health.days)
  if (health.state === 'secret-ends') return says.secretEnds(health.days)
  return says[health.state]
}
