import {
  type Asked,
  type Question,
  type Serving,
  START_VARIABLE,
  type StartKind,
  type Told,
} from './messages.ts'

/** With which start of its parent a process began, by its environment; undefined where it is the only one. */
export function startKindIn(
  environment: Readonly<Record<string, string | undefined>>,
): StartKind | undefined {
  const kind = environment[START_VARIABLE]
  return kind === 'first' || kind === 'later' ? kind : undefined
}

/** Answers what the parent asks, in place of a port for metrics. What cannot be read now, or is unknown, is answered with null. */
export function answerParent(answers: Readonly<Record<Asked, () => Promise<unknown>>>): void {
  process.on('message', ({ id, ask }: Question) => {
    const answering = Object.hasOwn(answers, ask) ? answers[ask]() : Promise.resolve(null)
    answering.then(
      (answer) => tell({ id, answer }),
      () => tell({ id, answer: null }),
    )
  })
  // A process whose port and database are closed ends, although its parent could still ask.
  process.channel?.unref()
}

/** Tells the parent that this process serves. */
export function tellServing(serving: Serving): void {
  tell({ serves: serving })
}

/** A parent that has gone cannot be told, and this process ends, too. */
function tell(told: Told): void {
  process.send?.(told, undefined, undefined, () => undefined)
}
