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

/** From now on this process ends when it has nothing more to do, although its parent could still ask. */
export function endWithWork(): void {
  process.channel?.unref()
}

/** Starts a process of this kind. Meanwhile it stays, also while it waits for nothing but its parent, which opens the port. */
export async function started<Running>(
  kind: StartKind | undefined,
  start: () => Promise<Running>,
): Promise<Running> {
  if (kind) process.channel?.ref()
  return start().finally(endWithWork)
}

/** Tells the parent that this process serves, and what it would say to people. */
export function tellServing(serving: Serving): void {
  tell({ serves: serving })
}

/** A parent that has gone cannot be told, and this process ends, too. */
function tell(told: Told): void {
  process.send?.(told, undefined, undefined, () => undefined)
}
