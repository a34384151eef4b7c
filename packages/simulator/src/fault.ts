import { namesOf } from '@portico/identity/parts'

/** Where a fault shows: in the ID token, at an endpoint for programs, or in the network. */
export type FaultKind = 'id-token' | 'endpoint' | 'network'

/** What a fault is, in words for developers. */
export interface FaultWords {
  readonly kind: FaultKind
  readonly title: string
  /** What the service does wrong. */
  readonly does: string
  /** What a program must do then. */
  readonly expect: string
}

const REFUSE = 'The program signs nobody in: its callback redirects with sso_error=unavailable.'
const KEEP = 'The program answers 503 and ends no session.'

/** Every fault by its name. */
export const FAULTS = {
  'wrong-issuer': idToken('Wrong iss', 'The ID token names another issuer.'),
  'wrong-audience': idToken('Wrong aud', 'The ID token is for another client.'),
  'wrong-azp': idToken('Wrong azp', 'The ID token has two audiences, and azp names the other one.'),
  'wrong-nonce': idToken('Wrong nonce', 'The ID token has the nonce of another sign-in.'),
  'no-nonce': idToken('No nonce', 'The ID token has no nonce.'),
  'wrong-signature': idToken('Wrong signature', 'One bit of the signature is changed.'),
  'changed-claims': idToken('Changed after signing', 'Another subject stands under the old signature.'),
  'unknown-key': idToken('Unknown key', 'A key signs that is not in the published set.'),
  'borrowed-key-id': idToken(
    'Another key under our name',
    'Another key signs, with the kid of the published one.',
  ),
  'brought-key': idToken(
    'Key in the token',
    'Another key signs, and the header of the token brings it along (jwk).',
  ),
  unsigned: idToken('No signature', 'The header says alg=none, and there is no signature.'),
  'hmac-signature': idToken('HMAC', 'The token is signed by HS256, with the published key as the secret.'),
  'rs384-signature': idToken('RS384', 'A published key signs, by RS384 in place of RS256.'),
  'rs512-signature': idToken('RS512', 'A published key signs, by RS512 in place of RS256.'),
  'ps256-signature': idToken('PS256', 'A published key signs, by PS256 in place of RS256.'),
  expired: idToken('Expired', 'exp was an hour ago.'),
  'from-the-future': idToken('From the future', 'iat is an hour ahead.'),
  'no-subject': idToken('No sub', 'The ID token has no subject.'),
  'no-session-id': idToken('No sid', 'The ID token has no central session id.'),
  'unverified-address': idToken('Unverified address', 'email_verified is false.'),
  'no-id-token': idToken('No ID token', 'The token endpoint answers without an ID token.'),
  'wrong-callback-issuer': {
    kind: 'endpoint',
    title: 'Wrong iss at the callback',
    does: 'The browser comes to the callback with the iss of another service.',
    expect: REFUSE,
  },
  'key-just-rotated': {
    kind: 'id-token',
    title: 'Key just rotated',
    does: 'A key signs that is published only since now.',
    expect: 'The program reads the key set again and signs the citizen in.',
  },
  'short-access-token': {
    kind: 'endpoint',
    title: 'Short access token',
    does: 'The token endpoint says that the access token of a sign-in ends in 10 seconds.',
    expect: 'The program asks for a new one by its refresh token, and the session goes on.',
  },
  'secret-refused': {
    kind: 'endpoint',
    title: 'Secret refused',
    does: 'Token, introspection and revocation answer 401 invalid_client.',
    expect: KEEP,
  },
  'limit-reached': {
    kind: 'endpoint',
    title: 'Limit reached',
    does: 'Token and introspection answer 429, with Retry-After.',
    expect: KEEP,
  },
  'server-error': {
    kind: 'endpoint',
    title: 'Server error',
    does: 'Every endpoint for programs answers 500.',
    expect: KEEP,
  },
  slow: {
    kind: 'network',
    title: 'Slow',
    does: 'Every endpoint for programs answers after 20 seconds.',
    expect: 'The program gives up first, answers 503 and ends no session.',
  },
  down: {
    kind: 'network',
    title: 'Down',
    does: 'Every connection of a program is closed without an answer.',
    expect: KEEP,
  },
  'answer-cut': {
    kind: 'network',
    title: 'Answer cut',
    does: 'The connection ends in the middle of every answer to a program.',
    expect: KEEP,
  },
} as const satisfies Readonly<Record<string, FaultWords>>

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS

/** All names, in the order of the page. */
export const FAULT_NAMES: readonly FaultName[] = namesOf(FAULTS)

/** Whether there is a fault with this name. */
export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name)
}

/** Whether a fault shows in the ID token. */
export function isTokenFault(name: FaultName): boolean {
  return FAULTS[name].kind === 'id-token'
}

function idToken(title: string, does: string) {
  return { kind: 'id-token', title, does, expect: REFUSE } as const
}
