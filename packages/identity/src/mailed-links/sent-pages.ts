import {
  type FormNeeds,
  formRoute,
  originOf,
  type PageRequest,
  pageAt,
  pageReply,
  pageRoute,
} from '../hosted-page/index.ts'
import { isLetterRefused } from '../mail/index.ts'
import { rememberWaitingOfForm, signInAddressOf } from '../oauth/authorize/index.ts'
import { checkEmailPage, type SentProblem, script } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import type { Awaitable, Result } from '../platform/result.ts'
import type { OnProfile } from '../platform/room/room.ts'
import type { AskedLinkRules } from './link-kinds.ts'
import type { LinkRequestRefusal, SentLink } from './request-link.ts'
import {
  readSentMail,
  type SentMail,
  type SentMailNeeds,
  sentMail,
  writeSentMail,
  writeUsedCode,
} from './sent-cookie.ts'
import { type UseCodeNeeds, useCode } from './use-code.ts'

/** Everything that the page after a request uses. */
export type SentPagesNeeds = FormNeeds &
  SentMailNeeds &
  UseCodeNeeds & {
    readonly baseUrl: string
    /** What other rooms add to the profile. Only where the citizen is signed in. */
    readonly onProfile?: readonly OnProfile[]
  }

/** Where a citizen without the note of a request begins. */
const beginPathOf = ({ beginPath, askPath }: AskedLinkRules): string => beginPath ?? askPath

/**
 * The page that says that a mail may have come, and takes its code. It knows what this browser has asked for, and never whether there
 * is an account.
 */
export function sentPages(service: SentPagesNeeds, rules: AskedLinkRules): readonly Route[] {
  const { path } = rules.sent
  const takeCode = async (request: PageRequest, form: Parameters) => {
    const note = readSentMail(service, request, rules)
    const code = { typed: form.text('code'), email: note?.email ?? '', link: note?.link }
    const used = await useCode(service, rules, { ...code, origin: originOf(request.http, 'anonymous') })
    if (!used.ok) return sentReply(service, rules, { request, note, problem: used.refusal })
    const own = writeUsedCode(service, request, rules, { note, link: used.value })
    const cookies = [...request.browser.cookies, own]
    return redirect(303, `${rules.path}?link=${used.value.value.reveal()}`, { cookies })
  }
  return [
    pageRoute(service, path, (request) =>
      sentReply(service, rules, { request, note: readSentMail(service, request, rules), problem: undefined }),
    ),
    formRoute(service, path, pageAt(path), takeCode),
  ]
}

/** Repeats the request of a note. Nothing where this browser may not ask any more. */
type RepeatRequest<Service> = (
  request: PageRequest,
  note: SentMail,
  service: Service,
) => Promise<Result<SentLink, LinkRequestRefusal> | undefined>

/** The form on that page which sends the mail again: not before the wait of its note is over. */
export function sendAgainRoute<Service extends SentPagesNeeds>(
  service: Service,
  rules: AskedLinkRules,
  repeat: RepeatRequest<Service>,
): Route {
  const { path, againPath } = rules.sent
  return formRoute(service, againPath, pageAt(path), async (request) => {
    const note = readSentMail(service, request, rules)
    if (!note) return redirect(303, beginPathOf(rules))
    const wait = waitOf(service, note)
    if (wait > 0) {
      const problem = { retryAfterSeconds: wait, limit: 'mail-again', isEarly: true } as const
      return sentReply(service, rules, { request, note, problem })
    }
    return repeatedReply(service, request, { rules, note }, await repeat(request, note, service))
  })
}

// excused: "problem === 'unreadable' || 'problems' in problem" because only this service seals the note, with fields that were fine; this is for a note of another release.
function repeatedReply(
  service: SentPagesNeeds,
  request: PageRequest,
  { rules, note }: { readonly rules: AskedLinkRules; readonly note: SentMail },
  sent: Awaited<ReturnType<RepeatRequest<never>>>,
): Awaitable<Reply> {
  if (!sent) return redirect(303, beginPathOf(rules))
  if (sent.ok)
    return redirectToSent(service, request, rules, { ...note, ...sent.value, mails: note.mails + 1 })
  const { refusal: problem } = sent
  if (problem === 'mail-unavailable') return sentReply(service, rules, { request, note, problem })
  if (problem === 'unreadable' || 'problems' in problem) return redirect(303, beginPathOf(rules))
  const againAt = plusSeconds(service.clock.now(), problem.retryAfterSeconds)
  return sentReply(service, rules, { request, note: { ...note, againAt }, problem })
}

/** Redirects to the page that says where a mail may arrive. A cookie has what was typed, because the page must not read it from the database. */
export function redirectToSent(
  needs: SentMailNeeds,
  request: PageRequest,
  rules: AskedLinkRules,
  sent: Omit<SentMail, 'againAt'>,
): Reply {
  const waiting = rememberWaitingOfForm(needs, request)
  const note = writeSentMail(needs, request, rules, sentMail(needs, sent))
  return redirect(303, rules.sent.path, {
    cookies: [...request.browser.cookies, ...waiting, note],
  })
}

interface Shown {
  readonly request: PageRequest
  readonly note: SentMail | undefined
  readonly problem: SentProblem | undefined
}

/** A note that has changed goes back to the browser with the page. */
async function sentReply(
  service: SentPagesNeeds,
  rules: AskedLinkRules,
  { request, note, problem }: Shown,
): Promise<Reply> {
  const { frame, browser } = request
  const loginHref = signInAddressOf(browser, request.http)
  const view = {
    words: rules.sent.words,
    csrfToken: browser.csrfToken,
    email: note?.email,
    takesCode: note?.link !== undefined,
    isAgain: note !== undefined && note.mails > 1,
    again: note?.fields && { action: rules.sent.againPath, waitSeconds: waitOf(service, note) },
    looksAgain: rules.sent.tellsRefusal,
    isRefused: await isRefused(service, rules, note),
    action: rules.sent.path,
    askHref:
      rules.mailedTo === 'account'
        ? undefined
        : beginPathOf(rules) + new URL(loginHref, service.baseUrl).search,
    changeLink: changeLinkOf(service, rules),
    loginHref: rules.invalid.setsPassword && loginHref,
    problem,
  }
  const reply = pageReply(request, checkEmailPage(frame, view), problem, {
    script: service.baseUrl + script.path,
  })
  return note && problem
    ? { ...reply, cookies: [...reply.cookies, writeSentMail(service, request, rules, note)] }
    : reply
}

/** Nothing for a browser that is not signed in: it may not read of a refusal, either. */
function changeLinkOf({ onProfile = [] }: SentPagesNeeds, { mailedTo, sent }: AskedLinkRules) {
  const isOfCitizen = mailedTo === 'account' && sent.tellsRefusal
  return isOfCitizen ? onProfile.find(({ beside }) => beside === 'address')?.link : undefined
}

/** Whether the mail was refused for good, where the page may say so. While the database does not answer, it says nothing of it. */
async function isRefused(
  { db, clock, log }: SentPagesNeeds,
  { sent }: AskedLinkRules,
  note: SentMail | undefined,
): Promise<boolean> {
  if (!sent.tellsRefusal || !note?.link) return false
  return isLetterRefused(db, note.link.hash, clock.now()).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error
    log.warn('refusal-not-read', { 'error.message': error.message })
    return false
  })
}

/** How many seconds until a mail may be sent again; 0 for none. */
function waitOf({ clock }: Pick<SentPagesNeeds, 'clock'>, { againAt }: SentMail): number {
  return Math.max(againAt - clock.now(), 0)
}
