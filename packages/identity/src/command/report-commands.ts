import type { Report } from '../moments/index.ts'
import { type BesideSettings, HEADS } from '../room-heads.ts'
import type { Command } from './command.ts'
import { isoTime, plainTime, table } from './present.ts'

/** The commands that say what rooms do beside the requests. */
export const REPORT_COMMANDS: readonly Command[] = Object.values(HEADS).flatMap(({ reports = [] }) =>
  reports.map(reporting),
)

function reporting({ words, summary, answers, report }: Report<BesideSettings>): Command {
  return {
    words,
    summary,
    operands: [],
    options: {},
    asks: 'nothing',
    answers,
    run: async ({ config, openDatabase }) => {
      const settings = config()
      return report({ ...(await openDatabase()), when: plainTime, iso: isoTime, table }, settings)
    },
  }
}
