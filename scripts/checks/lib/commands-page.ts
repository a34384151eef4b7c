import {
  answerOf,
  COMMANDS,
  lineOf,
  optionsOf,
  refusal,
  usageOf,
  WHERE_NOBODY_ANSWERS,
} from '../../../packages/identity/src/command/index.ts'
import { type AnswerShapes, shapesOf } from './answer-shapes.ts'
import { tableOf } from './page-tables.ts'

const HEAD = `# Commands

Made by \`npm run docs:write\` from what \`portico help\` says; do not edit it. \`npm run check\` compares it with the commands.

Every command also takes \`--help\` and \`--json\`. \`portico man | man -l -\` is the same as a manual page, and \`portico completion\` completes words and options in a shell. \`portico schema COMMAND\` prints what stands here under \`--json\` as JSON Schema (2020-12); nothing else stands in an answer of this release, and a later one may add to it. A refusal or a fault is a sentence on the standard error, and with \`--json\` [an object](#a-refusal) in its last line. What the exit codes mean is in [codes](codes.md).
At a terminal, a table that is too wide becomes a block for each row, and headings and signs have colours, unless \`NO_COLOR\` is set; a file or another program gets whole lines. ${WHERE_NOBODY_ANSWERS.replaceAll('--yes', '`--yes`').replace('apply', '`apply`')}
`

const WHAT_THE_AUDIT_HAS = {
  nothing: '',
  who: 'The audit has who looked (`--as`).',
  'who-and-why': 'The audit has who did it, and why (`--as`, `--reason`).',
  'who-why-and-yes':
    'It says what would happen, and asks before it does it. The audit has who did it, and why.',
}

const REFUSAL = `## A refusal

Where a command with \`--json\` answers nothing, the last line of the standard error says why. \`portico schema --refusal\` prints its schema. The exit code is the same as without \`--json\`.

\`portico-program\`, \`portico-gate\`, \`portico-conformance\` and \`portico-simulator\` print the same object there.`

const SHAPES = `## Shapes

What the answers of several commands are made of. \`portico schema\` prints the same as JSON Schema. An instant is a text such as \`2026-03-01T12:00:00Z\`.`

interface Told {
  readonly command: (typeof COMMANDS)[number]
  readonly answer: Awaited<ReturnType<typeof answerOf>>
  readonly line: Awaited<ReturnType<typeof lineOf>>
}

const describedBy = ({ answer, line }: Told) => [answer, line].filter((one) => one !== undefined)

/** The page of all commands, in the order of `portico help`. */
export async function commandsPage(): Promise<string> {
  const told = await Promise.all(
    COMMANDS.map(async (command) => ({
      command,
      answer: await answerOf(command),
      line: await lineOf(command),
    })),
  )
  const refused = await refusal()
  const shapes = shapesOf([...told.map(describedBy), [refused]])
  const parts = told.map((one) => [...commandParts(one.command), ...answerParts(one, shapes)].join('\n\n'))
  const ofRefusal = [REFUSAL, `It is ${shapes.tell(refused.schema)}.`, ...shapes.ownTables([refused])]
  return `${HEAD}\n${[...parts, ...ofRefusal, SHAPES, ...shapes.shared()].join('\n\n')}\n`
}

function commandParts(command: Told['command']): readonly string[] {
  const options = Object.entries(optionsOf(command)).map(([name, { value, meaning }]) => [
    `\`--${name}${value === '' ? '' : ` ${value}`}\``,
    meaning,
  ])
  return [
    `## portico ${command.words}`,
    [`${command.summary}.`, WHAT_THE_AUDIT_HAS[command.asks]].filter((sentence) => sentence !== '').join(' '),
    `\`\`\`sh\n${usageOf(command)}\n\`\`\``,
    ...(options.length === 0 ? [] : [tableOf(['option', 'meaning'], options)]),
  ]
}

function answerParts(told: Told, shapes: AnswerShapes): readonly string[] {
  const { answer, line } = told
  if (!answer) return []
  const lines = line ? ` One line ${whereOf(told)}: ${shapes.tell(line.schema)}.` : ''
  return [`With \`--json\`: ${shapes.tell(answer.schema)}.${lines}`, ...shapes.ownTables(describedBy(told))]
}

function whereOf({ command }: Told): string {
  return 'lines' in command ? (command.lines?.where ?? '') : ''
}
