import { type ConfigProblem, unknownSettings } from '@portico/program'
import { closest, distance } from 'fastest-levenshtein'

/** The variables that begin like a setting and are none. Their values may be secret and are not repeated. */
export function unknownProblems(
  names: readonly string[],
  known: ReadonlySet<string>,
): readonly ConfigProblem[] {
  return unknownSettings(names, /^(?:GATE|SSO)_/i, known).map((name) => ({
    path: name,
    got: 'a name that no setting has',
    expected: 'must be the name of a setting',
    fix: fixOf(name, known),
  }))
}

function fixOf(name: string, known: ReadonlySet<string>): string {
  const meant = closest(name.toUpperCase(), [...known])
  const isNear = distance(name.toUpperCase(), meant) <= meant.length / 3
  return isNear ? `perhaps ${meant} was meant` : 'remove it'
}
