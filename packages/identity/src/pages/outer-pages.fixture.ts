import { logoutPage, signedOutPage } from './logout.ts'
import { mailboxPage } from './mailbox.ts'
import { type ProblemKind, problemPage } from './problem.ts'
import { type ChosenTexts, DAY_SECONDS, type SamplePage, SECOND } from './sample-page.fixture.ts'

/** The reference of a page, for who asks for help. */
export const REFERENCE = '7F3K-92QD'
const PROBLEMS: Readonly<Record<ProblemKind, number>> = {
  'bad-request': 400,
  'too-large': 400,
  forbidden: 403,
  'form-expired': 403,
  'form-stale': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-many': 429,
  unavailable: 503,
  'server-error': 500,
  'invalid-client': 400,
  'missing-redirect': 400,
  'invalid-redirect': 400,
  'resume-expired': 400,
}

/** The pages of requests that are not answered as asked. */
export function problemPages({ program }: ChosenTexts): readonly SamplePage[] {
  const more: Partial<Record<ProblemKind, object>> = { 'too-large': { mostKilobytes: 16 } }
  const samples = (Object.keys(PROBLEMS) as ProblemKind[]).map((kind): SamplePage => {
    const view = { kind, status: PROBLEMS[kind], ...more[kind] }
    return { name: `problem-${kind}`, render: (frame) => problemPage(frame, view) }
  })
  const link = { name: program, home: 'https://permits.example.test/' }
  const named = (['resume-expired', 'invalid-client', 'unavailable'] as const).map(
    (kind): SamplePage => ({
      name: `problem-${kind}-named`,
      render: (frame) => problemPage(frame, { kind, status: PROBLEMS[kind], program: link }),
    }),
  )
  return [...samples, ...named]
}

/** The mailbox of developers. */
export function mailboxPages({ name, email, token }: ChosenTexts): readonly SamplePage[] {
  const link = 'http://localhost:4000/register/link/?token=rl_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'
  const text = `Hello ${name},\n\nopen this link to confirm your address and choose a password:\n\n${link}\n\nIt works for 24 hours. ${token}`
  const subject = `Confirm your email address ${name}`
  const mail = { to: email, subject, text, links: [link, 'javascript:alert(1)'] }
  const mails = [
    { ...mail, id: 'm1', at: SECOND },
    { ...mail, id: 'm2', at: SECOND + DAY_SECONDS },
  ]
  return [
    { name: 'mailbox', render: (frame) => mailboxPage(frame, { mails, href: '/' }) },
    { name: 'mailbox-empty', render: (frame) => mailboxPage(frame, { mails: [], href: '/' }) },
  ]
}

/** The pages of signing out. */
export function leavingPages({ token }: ChosenTexts): readonly SamplePage[] {
  return [
    { name: 'logout', render: (frame) => logoutPage(frame, { csrfToken: token }) },
    { name: 'signed-out', render: signedOutPage },
  ]
}
