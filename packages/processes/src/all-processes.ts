import type { Fleet } from './fleet.ts'
import { openTotals, type Totals } from './merge-texts.ts'
import type { Asked } from './messages.ts'
import type { ServerProcess } from './start-process.ts'

/** What `/readyz` of a process answers. */
export interface Report {
  readonly ready: boolean
}

/** All processes of a server, for the port of its metrics. */
export interface AllProcesses {
  readonly wanted: number
  running(): number
  /** How often a process ended that nobody had told to. */
  deaths(): number
  /** Their numbers in this text format, as one text. */
  text(format: Asked): Promise<string>
  readiness(): Promise<Report>
}

/** What all processes say, and the totals that outlive them. */
export function openAllProcesses(fleet: Fleet, wanted: number): AllProcesses & Pick<Totals, 'keep'> {
  const totals = new Map<Asked, Totals>()
  const totalsOf = (format: Asked) => {
    const known = totals.get(format) ?? openTotals()
    totals.set(format, known)
    return known
  }
  return {
    wanted,
    running: () => fleet.running.size,
    deaths: () => fleet.deaths,
    text: async (format) => totalsOf(format).text(await textsOf(fleet, format)),
    readiness: () => lookAtAll(fleet),
    keep: (one) => {
      for (const each of totals.values()) each.keep(one)
    },
  }
}

async function textsOf({ running }: Fleet, format: Asked) {
  const answers = [...running].map(async ([place, process]) => {
    const text = await process.ask(format)
    return typeof text === 'string' ? [{ process, place, text }] : []
  })
  return (await Promise.all(answers)).flat()
}

/**
 * Ready where one process is: it answers what the port is asked, and the answer waits for no other one. Otherwise what the first one
 * says is missing.
 */
async function lookAtAll({ running }: Fleet): Promise<Report> {
  const answers = [...running.values()].map((one: ServerProcess) => one.ask('readiness'))
  const ready = answers.map(async (answer) => {
    const report = await answer
    if (!isReport(report) || !report.ready) throw new Error('This process is not ready')
    return report
  })
  return Promise.any(ready).catch(async () => (await Promise.all(answers)).find(isReport) ?? { ready: false })
}

function isReport(answer: unknown): answer is Report {
  return (
    typeof answer === 'object' && answer !== null && 'ready' in answer && typeof answer.ready === 'boolean'
  )
}
