import type { AnswerPart, Sheet } from '../platform/answer-part.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Schema } from '../platform/operation.ts'
import type { Beside, Examined } from '../platform/room/beside.ts'
import type { SettingInForce } from '../platform/setting-in-force.ts'

/** What a report is made with. */
export interface ReportNeeds extends Basics {
  /** An instant in words, and as programs read it. */
  when(at: UnixSeconds | null): string
  iso(at: UnixSeconds | null): string | null
  /** A table with aligned columns. */
  table(headings: readonly string[], rows: Sheet['rows']): readonly AnswerPart[]
}

/** What an operator reads about the service as a whole: `portico WORDS`. It shows no citizen, program or key. */
export interface Report<Settings = never> {
  /** The words that call it, such as `audit deliveries`. */
  readonly words: string
  readonly summary: string
  /** What it answers for programs. */
  readonly answers: () => Promise<Schema>
  readonly report: (
    needs: ReportNeeds,
    settings: Settings,
  ) => Promise<{ readonly json: unknown; readonly lines: readonly AnswerPart[] }>
}

/** A room that works beside the requests. Its code is loaded where its settings ask for it. */
export interface RoomBeside<Needs = never, Settings = never> {
  /** Starts the work. Undefined where no setting asks for it. */
  readonly beside?: (needs: Needs) => Promise<Beside> | undefined
  /** What `portico doctor` says of it. */
  readonly examines?: (needs: Basics, settings: Settings) => Promise<readonly Examined[]>
  readonly reports?: readonly Report<Settings>[]
  /** Where the processes of the service run in which a setting has not this value, each in one word. */
  readonly runsWithout?: (
    needs: Pick<Basics, 'db'>,
    setting: Omit<SettingInForce, 'given'>,
  ) => Promise<readonly string[]>
}
