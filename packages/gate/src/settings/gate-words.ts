import type { ConfigProblem } from '@portico/program'

/** The settings that the program side knows under the names of its configuration. */
const SETTING_OF: Readonly<Record<string, string>> = {
  'identity.baseUrl': 'SSO_IDENTITY_URL',
  'identity.issuer': 'SSO_ISSUER',
  'identity.clientId': 'SSO_CLIENT_ID',
  'identity.clientSecret': 'SSO_CLIENT_SECRET',
  'program.baseUrl': 'SSO_PROGRAM_URL',
  'program.path': 'SSO_PROGRAM_PATH',
  'program.returnUris': 'SSO_RETURN_URIS',
  encryptionKeys: 'SSO_ENCRYPTION_KEYS',
  'clientIp.trustedProxies': 'SSO_TRUSTED_PROXIES',
  'cookies.name': 'GATE_COOKIE_NAME',
  'cookies.problemPage': 'GATE_PROBLEM_PAGE',
}

/** A sentence of the program side that names its own command, which does not exist beside the gate. */
export function withGateCommand(text: string): string {
  return text.replaceAll('npx portico-program', 'portico-gate')
}

/** A problem with the name of the setting, as the operator of a gate writes it. */
export function inGateWords({ path, got, expected, fix }: ConfigProblem): ConfigProblem {
  const [name = '', place] = path.split(/(?=\[)/)
  const setting = Object.hasOwn(SETTING_OF, name) ? SETTING_OF[name] : undefined
  const own = setting === undefined ? path : setting + (place === undefined ? '' : ` ${place}`)
  const ownFix = /code that calls createProgramSso/.test(fix) ? `correct ${own}` : withGateCommand(fix)
  return { path: own, got, expected, fix: ownFix }
}
