import type { OrderedByOperator } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Schema } from '../platform/operation.ts'
import type { Result } from '../platform/result.ts'

/** Why a file is not carried out: every fault that was found, each a sentence with its place. */
export interface FileFaults {
  readonly says: readonly string[]
}

/** What the reading of a file needs beside it. */
export interface ReadFileNeeds {
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The database, and where a step that takes long says how far it is. */
export type PlanNeeds = Basics & { progress(line: string): void }

/** What a file wants and the database has not. */
export interface PlannedChanges {
  readonly isEmpty: boolean
  /** What it would remove, in words; `''` where that is nothing. */
  readonly removes: string
  readonly json: unknown
  readonly lines: readonly string[]
  /** Another one where something else would be changed, or something that has changed since. */
  readonly identity: string
  /** Makes every change in the transaction of `db`. A refusal takes all of them back. */
  readonly carryOut: (needs: PlanNeeds & OrderedByOperator) => Promise<Result<undefined, FileFaults>>
  /** What the changes leave behind. */
  readonly after: (needs: PlanNeeds) => Promise<void>
}

/** The same of a file that was read as a whole: what it wants beside its faults has faults of its own where it is compared. */
export interface UnfitFile extends FileFaults {
  /** It always refuses, and then names the faults of both. Missing where the file could not be read. */
  readonly planAllTheSame?: WantedByFile['plan']
}

/** A file that was read, and has no fault in itself. */
export interface WantedByFile {
  /** Compares with what is stored. In the transaction that changes it, nobody else changes it meanwhile. */
  readonly plan: (
    needs: Basics,
    purpose: 'to look' | 'to change',
  ) => Promise<Result<PlannedChanges, FileFaults>>
}

/** A command that makes what is stored like a file: it shows the difference, asks, and changes all of it or nothing. */
export interface ChangesByFile {
  /** The words that call it, such as `apply`. */
  readonly words: string
  readonly summary: string
  /** The difference for programs: `json` of what is planned. */
  readonly answers: () => Promise<Schema>
  readonly read: (path: string, needs: ReadFileNeeds) => Promise<Result<WantedByFile, UnfitFile>>
}

/** A command that writes what is stored as such a file. */
export interface WritesFile {
  /** The words that call it, such as `client export`. */
  readonly words: string
  readonly summary: string
  /** The file, for programs. */
  readonly answers: () => Promise<Schema>
  readonly write: (needs: Basics) => Promise<{ readonly json: unknown; readonly lines: readonly string[] }>
}
