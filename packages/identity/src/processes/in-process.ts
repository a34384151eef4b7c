import cluster from 'node:cluster'
import type { Asked, Question, Serving, Told } from './messages.ts'

/** Whether this process is one of several, with a parent that asks it. */
export function isOneOfSeveral(): boolean {
  return cluster.isWorker
}

/** Answers what the parent asks, in place of a port for metrics. What cannot be read now is answered with null. */
export function answerParent(answers: Readonly<Record<Asked, () => Promise<unknown>>>): void {
  process.on('message', ({ id, ask }: Question) => {
    answers[ask]().then(
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
