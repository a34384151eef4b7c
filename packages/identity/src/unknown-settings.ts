import { nearest } from './platform/nearest.ts'

/** A variable that looks like a setting and is none. */
export interface UnknownSetting {
  readonly name: string
  /** The setting that was probably meant. */
  readonly meant: string | undefined
}

/** The setting that makes unknown names no fault, for an update or a way back between two releases. */
export const ALLOW_UNKNOWN = 'PORTICO_ALLOW_UNKNOWN_SETTINGS'

const PREFIX = 'PORTICO_'

/** Variables of the console, of the launcher, of tests, and of the back ends beside a gate. */
const OF_TOOLS =
  /^PORTICO_(?:CONSOLE_|TEST_|FUZZ_|WRITE_|SCHEMATHESIS|(?:LAUNCHED_BY|TRACE|CHROMIUM|REDIS_SERVER|PROMTOOL|KUBERNETES_SCHEMAS|GATE_URL)$)/

/** What Kubernetes writes for a Service whose name begins with `portico`. */
const OF_KUBERNETES =
  /^(.+?)_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/

/** The names among these that begin like a setting, and that nobody reads. Their values may be secret and are not told. */
export function unknownSettings(
  names: readonly string[],
  known: ReadonlySet<string>,
): readonly UnknownSetting[] {
  return names
    .filter((name) => name.toUpperCase().startsWith(PREFIX) && !known.has(name) && !OF_TOOLS.test(name))
    .filter((name) => !isOfKubernetes(name, names))
    .map((name) => ({ name, meant: nearest(name.toUpperCase(), [...known], PREFIX) }))
}

/** Such a variable never comes alone. A misspelt port that is the only one of its family is no variable of Kubernetes. */
function isOfKubernetes(name: string, names: readonly string[]): boolean {
  const service = OF_KUBERNETES.exec(name)?.[1]
  return (
    service !== undefined && names.includes(`${service}_SERVICE_HOST`) && names.includes(`${service}_PORT`)
  )
}

/** The fault of such a variable. */
export function unknownFault({ name, meant }: UnknownSetting): string {
  const mend =
    meant === undefined
      ? 'remove it (docs/runbooks/settings.md has every name)'
      : `did you mean ${meant}? Correct or remove it`
  return `${name} is no setting and has no effect; ${mend}, or set ${ALLOW_UNKNOWN}=1 to start all the same`
}
