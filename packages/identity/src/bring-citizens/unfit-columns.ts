import { FIELDS } from './read-citizen.ts'

const HELP = `Nothing was brought. The columns are: ${FIELDS.join(', ')}.`

/** The first line of CSV does not name the columns that an import reads: no line could be brought. The message has every fault. */
export class UnfitColumns extends Error {
  override readonly name = 'UnfitColumns'
  /** What is wrong with single columns, where it is that. */
  readonly faults: readonly string[]
  constructor(says: string, faults: readonly string[] = []) {
    super(`${says}${faults.length > 0 ? ': ' : ''}${faults.join('; ')}. ${HELP}`)
    this.faults = faults
  }
}
