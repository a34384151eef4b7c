import { type ConnectionRow, connectionsPart, readConnections } from '../access/index.ts'
import type { OnHome } from '../moments/index.ts'
import { programsGlance } from '../pages/index.ts'

const MOST_PROGRAMS = 5

/** The programs that the citizen entered last. */
export const ON_HOME: OnHome<readonly ConnectionRow[]> = {
  asks: connectionsPart,
  sections(found, { frame }) {
    const last = readConnections(found)
      .toSorted((one, other) => other.lastEnteredAt - one.lastEnteredAt)
      .slice(0, MOST_PROGRAMS)
    return programsGlance(
      frame,
      last.map(({ programName, programHome }) => ({ name: programName, home: programHome })),
    )
  },
}
