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
    const answer = Object.hasOwn(answers, ask) ? answers[ask] : undefined
    Promise.resolve(answer?.() ?? null).then(
      (answer) => tell({ id, answer }),
      () => tell({ id, answer: null }),
    )
  })
}

/**
 * Waits for the start of a process with this kind. It stays while it waits for its parent, which opens the port; later it ends when its
 * port and its database are closed, although its parent could still ask. So does one that could not start.
 */
export function started<Running>(kind: StartKind | undefined, starting: Promise<Running>): Promise<Running> {
  return starting.finally(() => {
    if (kind) process.channel?.unref()
  })
}

/** Tells the parent that this process serves, and what it would say to people. */
export function tellServing(serving: Serving): void {
  tell({ serves: serving })
}

/** A parent that has gone cannot be told, and this process ends, too. */
function tell(told: Told): void {
  process.send?.(told, undefined, undefined, () => undefined)
}
