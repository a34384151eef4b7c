import { navigate } from '../../../packages/program/testing/navigate.ts'
import { saysBusy } from './press.ts'

/** What was answered to one kind of request. */
interface Counted {
  readonly times: Map<number, number>
}

/** An answer that there should not be. */
export interface Fault {
  readonly at: string
  readonly what: string
}

/** What the callers of the day saw. */
export type Answers = ReturnType<typeof createAnswers>

/** The time of day, and who is told of a fault when it comes. */
interface AnswersNeeds {
  when(): string
  tell(fault: string): void
}

/** Notes the answers. */
export function createAnswers({ when, tell }: AnswersNeeds) {
  const kinds = new Map<string, Counted>()
  const faults: Fault[] = []
  const surprises: Fault[] = []
  let isOutage = false
  let outages = 0
  let busy = 0
  const add = (list: Fault[], what: string) => {
    list.push({ at: when(), what })
    tell(`${when()} ${what}`)
  }
  const note = (kind: string, status: number) => {
    const { times } = kinds.get(kind) ?? { times: new Map<number, number>() }
    times.set(status, (times.get(status) ?? 0) + 1)
    kinds.set(kind, { times })
    if (status >= 500 && isOutage && status === 503) outages += 1
    else if (status >= 500 || status === 0) add(faults, `${kind} was answered ${status}`)
  }
  return {
    note,
    /** Answers of 5xx outside of an outage, and requests without an answer. */
    faults: faults as readonly Fault[],
    surprises: surprises as readonly Fault[],
    /** A flow of a citizen or a program did not go as it has to. */
    surprise(what: string) {
      add(surprises, what)
    },
    /** From now on, 503 is the right answer to what needs the missing part. */
    beginOutage() {
      isOutage = true
    },
    endOutage() {
      isOutage = false
    },
    get isOutage() {
      return isOutage
    },
    /** Requests that were refused because of an outage. */
    get refusedInOutages() {
      return outages
    },
    /** How often somebody was asked to press again, because too many passwords waited to be hashed. It is no fault: the machine has other work. */
    get busy() {
      return busy
    },
    /** How many requests were answered. */
    get total() {
      return [...kinds.values()].reduce((sum, { times }) => sum + sumOf(times.values()), 0)
    },
    /** The kinds with their statuses, the most frequent first. */
    counts: () =>
      [...kinds].map(([kind, { times }]) => ({ kind, statuses: [...times].sort(([a], [b]) => a - b) })),
    /** Sends a request as a browser does, and notes the answer. The kind is the path. */
    async send(url: string, init: RequestInit): Promise<Response> {
      const kind = `${init.method ?? 'GET'} ${new URL(url).pathname}`
      const answer = await navigate(url, init).catch((error: unknown) => {
        note(kind, 0)
        throw error
      })
      if (saysBusy(answer.status, await answer.clone().text())) busy += 1
      else note(kind, answer.status)
      return answer
    },
  }
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0
  for (const each of numbers) sum += each
  return sum
}
