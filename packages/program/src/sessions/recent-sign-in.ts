import type { Clock } from '../platform/index.ts'
import type {
  CitizenCheck,
  InsufficientSignIn,
  ProgramSso,
  RecentSignIn,
  SessionInfo,
} from '../program-sso.ts'

/** A sign-in and the way back take a while. So what is asked for is younger than what is let through, and nothing loops. */
const MARGIN_SECONDS = 30

/** With less, an answer of the identity service could be too old when it arrives. */
const LEAST_SECONDS = 60

/** The most that `max_age` may be. */
const MOST_SECONDS = 999_999_999

/** A name of printable ASCII that needs no quoting in a header. */
const ACR = /^[!#-[\]-~]{1,255}$/

/** `max_age` as the identity service reads it. */
export const isMaxAge = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_SECONDS

/** The most classes of one request. */
const MOST_CLASSES = 20

/** The classes in `acr_values`: names with single spaces between them. Null if it is something else. */
export function acrValuesOf(text: string): readonly string[] | null {
  const values = text.split(' ')
  return areClasses(values) ? values : null
}

const areClasses = (values: readonly string[]): boolean =>
  values.length <= MOST_CLASSES && values.every((value) => ACR.test(value))

/** The check of a program, which also refuses sign-ins that are too old, or of another class. */
export function checkOfRecent<Account extends { id: string }>(
  sso: Pick<ProgramSso<Account>, 'authenticate' | 'refuse' | 'unlinkedAccount' | 'whenRefused'>,
  recent: RecentSignIn,
  clock: Clock,
): CitizenCheck<Account> {
  const insufficient = refusalOf(recent)
  return {
    async authenticate(request, options) {
      const result = await sso.authenticate(request, options)
      if (result.status !== 'ok') return result
      return isRecent(result.session, recent, clock.now()) ? result : insufficient
    },
    refuse: (result, request) => sso.refuse(result, request),
    unlinkedAccount: (accountId) => sso.unlinkedAccount(accountId),
    // An open connection does not end because the sign-in grows old.
    whenRefused: (connection, signal) => sso.whenRefused(connection, signal),
    refusesUnlinked: insufficient,
  }
}

/** The refusal, with what a new sign-in must be asked for. */
function refusalOf({ withinSeconds, acr = [] }: RecentSignIn): InsufficientSignIn {
  const acrValues = [acr].flat()
  if (!isMaxAge(withinSeconds) || withinSeconds < LEAST_SECONDS)
    throw new TypeError(
      `requireRecentSignIn: withinSeconds must be a whole number from ${LEAST_SECONDS} to ${MOST_SECONDS}.`,
    )
  if (!areClasses(acrValues))
    throw new TypeError(`requireRecentSignIn: acr must be up to ${MOST_CLASSES} names of printable ASCII.`)
  return {
    ...{ status: 'insufficient', http: 401, code: 'insufficient_user_authentication', clearLocal: false },
    maxAgeSeconds: Math.max(0, withinSeconds - MARGIN_SECONDS),
    acrValues,
  }
}

/** A sign-in at an unknown time, or of an unknown class, is neither recent nor of a class that counts. */
function isRecent({ authenticatedAt, acr }: SessionInfo, recent: RecentSignIn, now: Date): boolean {
  if (authenticatedAt === null) return false
  if (now.getTime() - authenticatedAt.getTime() > recent.withinSeconds * 1000) return false
  const classes = [recent.acr ?? []].flat()
  return classes.length === 0 || (acr !== null && classes.includes(acr))
}
