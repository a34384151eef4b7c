import type { ConfigProblem } from '@portico/program'
import { closest, distance } from 'fastest-levenshtein'

const PREFIX = /^(?:GATE|SSO)_/i

/** Kubernetes writes such variables for a service whose name begins with `gate` or `sso`. */
const OF_KUBERNETES =
  /^(.+?)_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/

/** The variables that begin like a setting and are none. Their values may be secret and are not repeated. */
export function unknownSettings(
  names: readonly string[],
  known: ReadonlySet<string>,
): readonly ConfigProblem[] {
  return names
    .filter((name) => PREFIX.test(name) && !known.has(name) && !isOfKubernetes(name, names))
    .map((name) => ({
      path: name,
      got: 'a name that no setting has',
      expected: 'must be the name of a setting',
      fix: fixOf(name, known),
    }))
}

/** Such a variable never comes alone. A port without the rest of its family is a misspelt setting. */
function isOfKubernetes(name: string, names: readonly string[]): boolean {
  const service = OF_KUBERNETES.exec(name)?.[1]
  return (
    service !== undefined && names.includes(`${service}_SERVICE_HOST`) && names.includes(`${service}_PORT`)
  )
}

function fixOf(name: string, known: ReadonlySet<string>): string {
  const meant = closest(name.toUpperCase(), [...known])
  const isNear = distance(name.toUpperCase(), meant) <= meant.length / 3
  return isNear ? `perhaps ${meant} was meant` : 'remove it'
}
