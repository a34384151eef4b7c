import type { ConfigProblem } from './config-error.ts'

/** What `configFromEnv` and the command read. */
const KNOWN = [
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

/** Kubernetes writes such variables for a service whose name begins with `sso`. */
const OF_KUBERNETES =
  /^(.+?)_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/

/** The variables that begin like a setting and are none. A misspelt name would leave a default in its place. */
export function unknownProblems(
  environment: Readonly<Record<string, string | undefined>>,
): readonly ConfigProblem[] {
  const known = new Set([...KNOWN, ALLOW_UNKNOWN])
  const names = Object.keys(environment)
  const allowed = environment[ALLOW_UNKNOWN]?.trim() === '1'
  return names
    .filter((name) => /^SSO_/i.test(name) && !known.has(name) && !allowed && !isOfKubernetes(name, names))
    .map((name) => ({
      path: name,
      got: 'a name that no setting has',
      expected: `must be one of ${KNOWN.join(', ')}`,
      fix: `correct or remove it, or set ${ALLOW_UNKNOWN}=1`,
    }))
}

/** Such a variable never comes alone: `SSO_PORT` without the rest of its family is none of Kubernetes. */
function isOfKubernetes(name: string, names: readonly string[]): boolean {
  const service = OF_KUBERNETES.exec(name)?.[1]
  return (
    service !== undefined && names.includes(`${service}_SERVICE_HOST`) && names.includes(`${service}_PORT`)
  )
}
