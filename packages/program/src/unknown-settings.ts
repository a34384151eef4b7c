import type { ConfigProblem } from './config-error.ts'

/** The settings that `configFromEnv` reads. A command with settings of its own, such as the gate, needs their names. */
export const ENVIRONMENT_SETTINGS: readonly string[] = [
  'SSO_IDENTITY_URL',
  'SSO_ISSUER',
  'SSO_CLIENT_ID',
  'SSO_CLIENT_SECRET',
  'SSO_CLIENT_SECRET_FILE',
  'SSO_PROGRAM_URL',
  'SSO_RETURN_URIS',
  'SSO_PROGRAM_PATH',
  'SSO_ENCRYPTION_KEYS',
  'SSO_ENCRYPTION_KEYS_FILE',
  'SSO_TRUSTED_PROXIES',
  'SSO_STORE_NAME',
]

/** Makes unknown names no fault, for a program with variables of its own that begin alike. */
const ALLOW_UNKNOWN = 'SSO_ALLOW_UNKNOWN_SETTINGS'

/** Kubernetes writes such variables for each service. */
const OF_KUBERNETES =
  /^(.+?)_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/

/** The variables that begin like a setting and are none. A misspelt name would leave a default in its place. */
export function unknownProblems(
  environment: Readonly<Record<string, string | undefined>>,
): readonly ConfigProblem[] {
  if (environment[ALLOW_UNKNOWN]?.trim() === '1') return []
  const known = new Set([...ENVIRONMENT_SETTINGS, ALLOW_UNKNOWN])
  return unknownSettings(Object.keys(environment), /^SSO_/i, known).map((name) => ({
    path: name,
    got: 'a name that no setting has',
    expected: `must be one of ${ENVIRONMENT_SETTINGS.join(', ')}`,
    fix: `correct or remove it, or set ${ALLOW_UNKNOWN}=1`,
  }))
}

/** The names that begin like a setting and are none. Those that Kubernetes writes by itself are left out. */
export function unknownSettings(
  names: readonly string[],
  prefix: RegExp,
  known: ReadonlySet<string>,
): readonly string[] {
  return names.filter((name) => prefix.test(name) && !known.has(name) && !isOfKubernetes(name, names))
}

/** Such a variable never comes alone. A port without the rest of its family is a misspelt setting. */
function isOfKubernetes(name: string, names: readonly string[]): boolean {
  const service = OF_KUBERNETES.exec(name)?.[1]
  return (
    service !== undefined && names.includes(`${service}_SERVICE_HOST`) && names.includes(`${service}_PORT`)
  )
}
