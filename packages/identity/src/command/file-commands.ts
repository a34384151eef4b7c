import type { ChangesByFile, WritesFile } from '../moments/index.ts'
import { HEADS } from '../room-heads.ts'
import { type Command, DRY_RUN, FILE, flag, REASON, YES_NEEDED } from './command.ts'

/** The commands that make what is stored like a file, and that write such a file. */
export const FILE_COMMANDS: readonly Command[] = Object.values(HEADS).flatMap(
  ({ byFile = [], writes = [] }) => [...byFile.map(changing), ...writes.map(writing)],
)

function changing(changes: ChangesByFile): Command {
  return {
    words: changes.words,
    summary: changes.summary,
    operands: [FILE],
    options: {
      check: flag('Change nothing: end with 2 where something would change'),
      'dry-run': DRY_RUN,
      yes: YES_NEEDED,
      reason: REASON,
    },
    asks: 'who',
    answers: async () => (await import('./change-by-file.ts')).changeAnswer(await changes.answers()),
    run: async (call) => (await import('./change-by-file.ts')).changeByFile(changes, call),
  }
}

function writing(file: WritesFile): Command {
  return {
    words: file.words,
    summary: file.summary,
    operands: [],
    options: {},
    asks: 'who',
    answers: file.answers,
    run: async (call) => (await import('./change-by-file.ts')).writeFile(file, call),
  }
}
