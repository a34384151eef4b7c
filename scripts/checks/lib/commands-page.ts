import { COMMANDS, optionsOf, usageOf } from '../../../packages/identity/src/command/index.ts'
import { tableOf } from './page-tables.ts'

const HEAD = `# Commands

Made by \`npm run docs:write\` from what \`portico help\` says; do not edit it. \`npm run check\` compares it with the commands.

Every command also takes \`--help\` and \`--json\`. \`portico man | man -l -\` is the same as a manual page, and \`portico completion\` completes words and options in a shell. What the exit codes mean is in [codes](codes.md).
At a terminal, a table that is too wide becomes a block for each row, and headings and signs have colours, unless \`NO_COLOR\` is set; a file or another program gets whole lines.
`

const WHAT_THE_AUDIT_HAS = {
  nothing: '',
  who: 'The audit has who looked (`--as`).',
  'who-and-why': 'The audit has who did it, and why (`--as`, `--reason`).',
  'who-why-and-yes':
    'It says what would happen, and asks before it does it. The audit has who did it, and why.',
}

/** The page of all commands, in the order of `portico help`. */
export function commandsPage(): string {
  const parts = COMMANDS.map((command) => {
    const options = Object.entries(optionsOf(command)).map(([name, { value, meaning }]) => [
      `\`--${name}${value === '' ? '' : ` ${value}`}\``,
      meaning,
    ])
    const paragraphs = [
      `## portico ${command.words}`,
      [`${command.summary}.`, WHAT_THE_AUDIT_HAS[command.asks]]
        .filter((sentence) => sentence !== '')
        .join(' '),
      `\`\`\`sh\n${usageOf(command)}\n\`\`\``,
      ...(options.length === 0 ? [] : [tableOf(['option', 'meaning'], options)]),
    ]
    return paragraphs.join('\n\n')
  })
  return `${HEAD}\n${parts.join('\n\n')}\n`
}
