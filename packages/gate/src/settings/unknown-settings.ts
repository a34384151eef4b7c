import type { ConfigProblem } from '@portico/program'
import { closest, distance } from 'fastest-levenshtein'

const PREFIX = /^(?:GATE|SSO)_/i

/** Kubernetes writes such variables for a service whose name is `gate` or `sso`. */
const OF_KUBERNETES = /_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)?)$/

/** The variables that begin like a setting and are none. Their values may be secret and are not repeated. */
export function unknownSettings(
  names: readonly string[],
  known: ReadonlySet<string>,
): readonly ConfigProblem[] {
  return names
    .filter((name) => PREFIX.test(name) && !known.has(name) && !OF_KUBERNETES.test(name))
    .map((name) => ({
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
