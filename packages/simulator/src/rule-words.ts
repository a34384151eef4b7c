import type { Reply } from '@portico/identity/parts'

/** The rules that a request of a program can break, by the reason of the refusal, in words for developers. */
const RULES: Readonly<Record<string, string>> = {
  'invalid-client': 'The client id is not known here.',
  'missing-redirect': 'redirect_uri is missing.',
  'invalid-redirect':
    'redirect_uri is not registered. The simulator takes any address on localhost, 127.0.0.1 or [::1].',
  'resume-expired': 'The sign-in took too long. Begin it again at the program.',
  'repeated-parameter': 'A parameter came more than once. Send each of them once.',
  'missing-state': 'state is missing. Send a new random value in each sign-in.',
  'missing-nonce':
    'nonce is missing. Send a new random value in each sign-in, and compare it with the ID token.',
  'missing-code-challenge': 'code_challenge is missing. PKCE is required in each sign-in.',
  'code-challenge-method': 'code_challenge_method must be S256.',
  'scope-without-openid': 'The scope must contain openid.',
  'unknown-code': 'The code was never issued here, or it is of an earlier simulator.',
  'other-client': 'The code belongs to another client.',
  'redirect-uri-mismatch':
    'redirect_uri is not the one of the authorization request, character by character.',
  'wrong-verifier': 'code_verifier does not belong to the code_challenge of this sign-in.',
  'bad-verifier-shape': 'code_verifier must be 43 to 128 letters, digits or the signs - . _ ~',
  burned: 'An earlier request with this code was wrong. A code can be tried once.',
  replayed: 'The code was used before. A code works once, and its second use ends what it gave.',
  expired: 'The code or the token is too old. A code works for 90 seconds.',
  ended: 'The central session has ended. Sign the citizen in again.',
  'unknown-refresh-token': 'The refresh token was never issued here, or its sign-in has ended.',
  'reused-at-once': 'Two requests used one refresh token at the same time. Let one of them renew it.',
  reused: 'The refresh token was used before. Each one works once; keep the new one of the answer.',
  cancelled: 'No rule is broken: the citizen cancelled.',
  'login-required': 'No rule is broken: the citizen has to sign in, and prompt=none forbids to ask.',
  'consent-required': 'No rule is broken: the citizen has to be asked, and prompt=none forbids it.',
  'interaction-required':
    'No rule is broken: the citizen has to be asked something, and prompt=none forbids it.',
}

/** Which rule a refused request broke; nothing where it was not refused. The sentence of the answer itself is for the rest. */
export function ruleBroken({ status, headers, body, refusal }: Reply): string {
  const { reason = '' } = refusal ?? {}
  const known = Object.hasOwn(RULES, reason) ? RULES[reason] : undefined
  // A refused secret has a reason that does not say what was wrong with it; the answer does.
  if (known !== undefined && status !== 401) return known
  const { location = '' } = headers
  if (status < 400) return URL.canParse(location) ? described(new URL(location).searchParams) : ''
  return describedBy(String(body)) || reason
}

const described = (parameters: URLSearchParams): string => parameters.get('error_description') ?? ''

function describedBy(body: string): string {
  try {
    const { error_description: words, detail } = JSON.parse(body)
    return [words, detail].find((each) => typeof each === 'string') ?? ''
  } catch {
    return ''
  }
}
