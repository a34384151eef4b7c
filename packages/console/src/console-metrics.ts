import {
  createAnswerTally,
  END,
  type HttpRequest,
  type LookBound,
  type Metric,
  type RefusedLook,
  type TextFormat,
  textOfAll,
} from '@portico/identity/parts'
import { LOOKS } from './look-bounds.ts'

/** What the console counts. */
export interface ConsoleMetrics {
  onAnswer(route: string, http: HttpRequest, status: number, seconds: number): void
  /** A look at a citizen that was allowed. */
  onLook(bound: LookBound): void
  onRefused(because: RefusedLook['because']): void
  /** An operator has come in: by a sign-in of Portico, or by a code of the machine. */
  onEntered(by: 'sign-in' | 'break-glass'): void
  text(format: TextFormat): Promise<string>
}

/** The service counts answers under other names, and its alerts watch those. */
const OF_ANSWERS = [
  { name: 'portico_console_answers_total', help: 'Answers by route, method and status.' },
  {
    name: 'portico_console_answer_seconds',
    help: 'Seconds until a page was answered, by route and outcome.',
  },
]

/** Makes the numbers of one process. No label has a name, an address or a subject in it. */
export function createConsoleMetrics(): ConsoleMetrics {
  const answers = createAnswerTally()
  const looks = countBy(
    'portico_console_looks_total',
    'Looks at citizens: covered, or with uncovered personal data.',
    'kind',
  )
  const refusals = countBy(
    'portico_console_refusals_total',
    'What was refused to somebody who was signed in, by the reason.',
    'because',
  )
  const entered = countBy(
    'portico_console_sign_ins_total',
    'How many times an operator has come in, by a sign-in or by a code of the machine.',
    'by',
  )
  const ofAnswers = answers.metrics.map((metric, index) => ({ ...metric, ...OF_ANSWERS[index] }))
  const all = [...ofAnswers, looks.metric, refusals.metric, entered.metric]
  return {
    onAnswer: answers.note,
    onLook: ({ commands }) => looks.note(commands.includes(LOOKS.account) ? 'covered' : 'uncovered'),
    onRefused: refusals.note,
    onEntered: entered.note,
    text: async (format) => (await textOfAll(all, format)) + END[format],
  }
}

function countBy(
  name: string,
  help: string,
  label: string,
): { readonly metric: Metric; note(value: string): void } {
  const counts = new Map<string, number>()
  const read = () => [...counts].map(([word, value]) => ({ labels: { [label]: word }, value }))
  return {
    metric: { name, help, kind: 'counter', read },
    note: (word) => void counts.set(word, (counts.get(word) ?? 0) + 1),
  }
}
