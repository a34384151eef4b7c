import type { Metric } from '../metric.ts'
import type { RefusedPage } from '../refused-page.ts'

/** Work that a room does beside the requests, in every process of the service, and what it counts. */
export interface Beside {
  readonly metrics: readonly Metric[]
  /** Hears of each page that refused and shows its number. It must not throw, and does nothing that takes long. */
  readonly onRefusal?: (refused: RefusedPage) => void
  /** Ends the work, and waits for what is under way. */
  stop(): Promise<void>
}

/** The result of one check of the installation. `idle`: there is nothing to check yet. */
export interface Examined {
  readonly check: string
  readonly state: 'ok' | 'idle' | 'wrong'
  readonly says: string
  /** What to do; `''` where nothing is wrong. */
  readonly mend: string
}
