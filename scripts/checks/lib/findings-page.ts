import { HEADS } from '../../../packages/identity/src/room-heads.ts'
import { tableOf } from './page-tables.ts'

const WEIGHTS = {
  stops: 'keeps everybody out',
  slows: 'keeps out some tries',
  waits: 'is not finished yet',
  tells: 'is good to know',
}
const TO = { anybody: 'anybody', owner: 'the owner alone' }

const HEAD = `# Findings

Made by \`npm run docs:write\` from the findings that the rooms list; do not edit it. \`npm run check\` compares it with them.

What \`portico citizen why WHO\` and [the console](../runbooks/console.md) can find about somebody who cannot get in. With \`--json\` each finding has one of these names as \`name\`, and what it
does as \`weight\`: \`stops\`, \`slows\`, \`waits\` or \`tells\`. A finding weighs less than the table says where it does not keep out whoever was asked about. The names are
[public](../versioning.md#what-is-public); the sentences are not.
`

/** The page of all that the rooms can tell a supporter, in the order of the names. */
export function findingsPage(): string {
  const rows = Object.entries(HEADS).flatMap(([room, { findings = {} }]) =>
    Object.entries(findings).map(([name, { weight, to }]) => [
      `\`${name}\``,
      WEIGHTS[weight],
      TO[to],
      `\`${room}\``,
    ]),
  )
  const sorted = rows.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
  return `${HEAD}\n${tableOf(['finding', 'what it does', 'who may hear it', 'room'], sorted)}\n`
}
