import type { Mutant } from '../make/mutant.ts'

/** What is known of a mutant. */
export type State = 'seen' | 'excused' | 'unseen' | 'untried'

/** A mutant with what is known of it. */
export interface Tried {
  readonly mutant: Mutant
  readonly state: State
  /** The failed test, the excuse, or why nothing failed. */
  readonly why: string
}

/** The unseen of all rooms, and the excused with their reasons, by file. */
export function listOf(all: readonly Tried[], state: State): string {
  const some = all.filter((one) => one.state === state)
  const files = [...new Set(some.map(({ mutant }) => mutant.file))]
  return files
    .map((file) => {
      const lines = some.filter(({ mutant }) => mutant.file === file).map(lineOf)
      return [`\`${file}\``, '', ...new Set(lines)].join('\n')
    })
    .join('\n\n')
}

function lineOf({ mutant: { kind, what, functions }, why }: Tried): string {
  const where = functions[0] === undefined ? '' : ` in \`${functions[0]}\``
  return `- ${kind}${where}: ${code(what)}: ${why}`
}

/** A text as code, also one that has the sign of code itself. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}
