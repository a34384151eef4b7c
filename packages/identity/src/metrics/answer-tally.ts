/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const

/** Counts answers and their times. It is written by hand, because every request uses it and finding labels costs more. */
export interface AnswerTally {
  note(route: string, method: string, status: number, seconds: number): void
  /** The counter and the histogram in Prometheus' text format, version 0.0.4. */
  text(): string
}

/** By route, method and status. */
type Answers = Map<string, Map<string, Map<number, number>>>

interface Durations {
  /** The count of each bucket; the last one is for longer times. */
  readonly fell: number[]
  seconds: number
}

/** Makes an empty tally. */
export function createAnswerTally(): AnswerTally {
  const answers: Answers = new Map()
  const durations = new Map<string, Durations>()
  return {
    note(route, method, status, seconds) {
      const byMethod = answers.get(route) ?? added(answers, route, new Map<string, Map<number, number>>())
      const byStatus = byMethod.get(method) ?? added(byMethod, method, new Map<number, number>())
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const time = durations.get(route) ?? added(durations, route, newDurations())
      let bucket = 0
      while (seconds > (BUCKETS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
      time.fell[bucket] = (time.fell[bucket] ?? 0) + 1
      time.seconds += seconds
    },
    text: () =>
      [
        '# HELP portico_http_answers_total Answers by route, method and status.',
        '# TYPE portico_http_answers_total counter',
        ...counterLines(answers),
        '# HELP portico_http_answer_seconds Time from the end of the request head to the answer, by route.',
        '# TYPE portico_http_answer_seconds histogram',
        ...[...durations].flatMap(([route, time]) => histogramLines(route, time)),
        '',
      ].join('\n'),
  }
}

function newDurations(): Durations {
  return { fell: new Array<number>(BUCKETS.length + 1).fill(0), seconds: 0 }
}

function added<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value)
  return value
}

function counterLines(answers: Answers): readonly string[] {
  return [...answers].flatMap(([route, byMethod]) =>
    [...byMethod].flatMap(([method, byStatus]) =>
      [...byStatus].map(
        ([status, count]) =>
          `portico_http_answers_total{route="${route}",method="${method}",status="${status}"} ${count}`,
      ),
    ),
  )
}

function histogramLines(route: string, { fell, seconds }: Durations): readonly string[] {
  let below = 0
  const buckets = BUCKETS.map((most, index) => {
    below += fell[index] ?? 0
    return `portico_http_answer_seconds_bucket{le="${most}",route="${route}"} ${below}`
  })
  const all = below + (fell[BUCKETS.length] ?? 0)
  return [
    ...buckets,
    `portico_http_answer_seconds_bucket{le="+Inf",route="${route}"} ${all}`,
    `portico_http_answer_seconds_sum{route="${route}"} ${seconds}`,
    `portico_http_answer_seconds_count{route="${route}"} ${all}`,
  ]
}
