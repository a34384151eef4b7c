/** Batches of which the database stores some at the same time. */
export interface Batches {
  /** Begins a batch, as soon as there is room for it. `work` may wait for the end of the batch before. Throws what the oldest one threw. */
  begin(work: (before: Promise<void>) => Promise<void>): Promise<void>
  /** Waits for all. Throws what the first of them threw. */
  finish(): Promise<void>
  /** Waits for all, and throws nothing. */
  settle(): Promise<void>
}

interface UnderWay {
  readonly done: Promise<void>
  hasFailed: boolean
}

/** With two, the command prepares the statements of one while the database runs those of the other. */
const MOST_UNDER_WAY = 2

/** Begins with none. */
export function startBatches(): Batches {
  const underWay: UnderWay[] = []
  const finishOldest = async () => {
    await underWay[0]?.done
    underWay.shift()
  }
  const mustWait = () => underWay.length === MOST_UNDER_WAY || underWay.some(({ hasFailed }) => hasFailed)
  const finish = async () => {
    while (underWay.length > 0) await finishOldest()
  }
  return {
    finish,
    async begin(work) {
      while (mustWait()) await finishOldest()
      const begun = { done: work(underWay.at(-1)?.done ?? Promise.resolve()), hasFailed: false }
      begun.done.catch(() => {
        begun.hasFailed = true
      })
      underWay.push(begun)
    },
    async settle() {
      await Promise.allSettled(underWay.map(({ done }) => done))
    },
  }
}
