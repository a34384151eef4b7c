import { html } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import { fixturesOf } from '../platform/room/fixtures.fixture.ts'
import { OF_ROOMS } from '../rooms.ts'
import { changePasswordPage } from './change-password.ts'
import { type ConfirmView, confirmPage } from './confirm.ts'
import type { PageFrame } from './layout.ts'
import { loginPage } from './login.ts'
import { leavingPages, mailboxPages, problemPages } from './outer-pages.fixture.ts'
import { profilePage } from './profile.ts'
import { programsPage } from './programs.ts'
import { newBrowserPage, recoverPage } from './recover.ts'
import { registerPage } from './register.ts'
import { type ChosenTexts, DAY_SECONDS, type SamplePage, SECOND } from './sample-page.fixture.ts'
import { sessionsPage } from './sessions.ts'
import { passwordSetPage, type SetPasswordView, setPasswordPage } from './set-password.ts'
import { addressVerifiedPage, verificationRequiredPage, verifyAddressPage } from './verification.ts'
import { verifyBrowserPage } from './verify-browser.ts'

export type { ChosenTexts, SamplePage }

/** Sample texts of the ordinary kind. */
export const ordinaryTexts: ChosenTexts = {
  name: 'Ada Lovelace',
  email: 'ada.lovelace@example.org',
  program: 'Parking Permits',
  token: 'c3RhdGVsZXNz_token-0123456789',
}

function enteringPages({ name, email, program, token }: ChosenTexts): readonly SamplePage[] {
  const csrfToken = token
  const values = { full_name: name, email, phone_number: name }
  const problems = { full_name: 'blank', email: 'invalid', phone_number: 'max_length' } as const
  const trouble = { retryAfterSeconds: 1234, limit: 'wrong-guesses' } as const
  const register = { csrfToken, resume: token }
  const login = { ...register, email }
  const recover = { csrfToken, values: { email } }
  const invalid = { ...recover, problems: { email: 'invalid' } } as const
  const link = { name: program, home: 'https://permits.example.test/' }
  return [
    { name: 'register', render: (frame) => registerPage(frame, register) },
    { name: 'register-program', render: (frame) => registerPage(frame, { ...register, program: link }) },
    { name: 'register-problems', render: (frame) => registerPage(frame, { csrfToken, values, problems }) },
    {
      name: 'register-link-over',
      render: (frame) => registerPage(frame, { csrfToken, values, trouble: 'link-over' }),
    },
    { name: 'register-wait', render: (frame) => registerPage(frame, { csrfToken, values, trouble }) },
    { name: 'login', render: (frame) => loginPage(frame, { csrfToken }) },
    ...[false, true].map((asksForPassword) => ({
      name: asksForPassword ? 'login-proves-again' : 'login-program',
      render: (frame: PageFrame) => loginPage(frame, { ...login, program: link, asksForPassword }),
    })),
    { name: 'login-lapsed', render: (frame) => loginPage(frame, { ...login, lapsedProgram: link }) },
    ...(['elsewhere', 'changed', 'over'] as const).map((why) => ({
      name: `login-signed-out-${why}`,
      render: (frame: PageFrame) =>
        loginPage(frame, { csrfToken, signedOut: { why, isTypedKept: why === 'elsewhere' } }),
    })),
    { name: 'login-wrong', render: (frame) => loginPage(frame, { ...login, problem: 'wrong' }) },
    { name: 'login-busy', render: (frame) => loginPage(frame, { ...login, program: link, problem: 'busy' }) },
    { name: 'recover', render: (frame) => recoverPage(frame, { csrfToken }, OF_ROOMS.onRecover) },
    { name: 'new-browser', render: (frame) => newBrowserPage(frame, { ...recover, resume: token }) },
    {
      name: 'new-browser-problem',
      render: (frame) => newBrowserPage(frame, { ...invalid, trouble }),
    },
    {
      name: 'recover-problem',
      render: (frame) => recoverPage(frame, invalid, OF_ROOMS.onRecover),
    },
    {
      name: 'recover-mail',
      render: (frame) => recoverPage(frame, { ...recover, trouble: 'mail-unavailable' }, OF_ROOMS.onRecover),
    },
  ]
}

function linkPages({ email, program, token }: ChosenTexts): readonly SamplePage[] {
  const purposes = ['registration', 'recovery'] as const
  const done = { loginHref: '/login/' }
  const form = { action: '/somewhere/', csrfToken: token, link: token, email, minLength: 15 }
  const verification = { email, action: '/verify/', csrfToken: token }
  return [
    ...purposes.flatMap((purpose): readonly SamplePage[] => [
      { name: `set-password-${purpose}`, render: (frame) => setPasswordPage(frame, { ...form, purpose }) },
      { name: `password-set-${purpose}`, render: (frame) => passwordSetPage(frame, { ...done, purpose }) },
    ]),
    removedPage(),
    removesPage(form),
    setPasswordForProgram(form, program),
    {
      name: 'set-password-problem',
      render: (frame) => setPasswordPage(frame, { ...form, purpose: 'recovery', problem: 'too_short' }),
    },
    { name: 'verify-browser', render: (frame) => verifyBrowserPage(frame, form) },
    {
      name: 'verify-browser-wrong',
      render: (frame) => verifyBrowserPage(frame, { ...form, problem: 'wrong' }),
    },
    { name: 'verification-required', render: (frame) => verificationRequiredPage(frame, verification) },
    {
      name: 'address-verified',
      render: (frame) => addressVerifiedPage(frame, { nextHref: '/login/' }),
    },
    { name: 'verify-address', render: (frame) => verifyAddressPage(frame, form) },
    {
      name: 'verify-address-wrong',
      render: (frame) => verifyAddressPage(frame, { ...form, problem: 'wrong' }),
    },
  ]
}

/** After a recovery that removed something of every kind. */
const removedPage = (): SamplePage => ({
  name: 'password-set-removed',
  render: (frame) => {
    const removed = OF_ROOMS.recent.map(({ said }) => inLanguage(said, frame.language))
    return passwordSetPage(frame, { purpose: 'recovery', loginHref: '/login/', removed })
  },
})

/** Behind a mailed link that leads on to a program. */
const setPasswordForProgram = (form: Omit<SetPasswordView, 'purpose'>, name: string): SamplePage => ({
  name: 'set-password-program',
  render: (frame) => {
    const program = { name, home: 'https://permits.example.test/' }
    return setPasswordPage(frame, { ...form, purpose: 'registration', resume: form.csrfToken, program })
  },
})

/** Before a recovery that will remove something of every kind. */
const removesPage = (form: Omit<SetPasswordView, 'purpose'>): SamplePage => ({
  name: 'set-password-removes',
  render: (frame) => {
    const removes = OF_ROOMS.recent.map(({ will }) => ({
      said: inLanguage(will, frame.language),
      addedAt: [SECOND, SECOND + DAY_SECONDS],
    }))
    return setPasswordPage(frame, { ...form, purpose: 'recovery', removes })
  },
})

function confirmPages({ name, email, program, token }: ChosenTexts): readonly SamplePage[] {
  const reasons = ['first', 'new-scopes', 'asked', 'switched', 'unled'] as const
  const view: Omit<ConfirmView, 'reason'> = {
    programName: program,
    redirectHost: 'permits.city.example',
    citizen: { name, email },
    receives: ['identity', 'name', 'email', 'phone', 'language', 'stay-connected'],
    csrfToken: token,
    request: token,
    actions: {
      continue: '/o/authorize/continue/',
      cancel: '/o/authorize/cancel/',
      another: '/o/authorize/another/',
    },
  }
  const trouble = { retryAfterSeconds: 1_800, limit: 'new-programs' } as const
  const tooMany = { name: 'too-many', reason: 'first', trouble } as const
  const shown = [...reasons.map((reason) => ({ name: reason, reason })), tooMany]
  return shown.map(({ name, ...why }) => ({
    name: `confirm-${name}`,
    render: (frame) => confirmPage(frame, { ...view, ...why }),
  }))
}

function accountPages({ name, email, program, token }: ChosenTexts): readonly SamplePage[] {
  const csrfToken = token
  const own = {
    csrfToken,
    email,
    values: { full_name: name, phone_number: '+44 20 7946 0000' },
    links: OF_ROOMS.onProfile.filter(({ beside }) => !beside).map(({ link }) => link),
    waits: [],
    besideAddress: OF_ROOMS.onProfile.filter(({ beside }) => beside).map(({ link }) => link),
  }
  const seen = { signedInAt: SECOND, lastSeenAt: SECOND + DAY_SECONDS, address: '203.0.113.7' }
  const here = {
    ...seen,
    id: 's1',
    current: true,
    browser: 'Firefox',
    system: 'Windows',
    programs: [program, name],
    proof: 'passkey' as const,
  }
  const there = { ...seen, id: 's2', current: false, browser: name, programs: [], proof: 'password' as const }
  return [
    { name: 'profile', render: (frame) => profilePage(frame, own) },
    { name: 'profile-typed-again', render: (frame) => profilePage({ ...frame, isTypedAgain: true }, own) },
    { name: 'profile-saved', render: (frame) => profilePage(frame, { ...own, notice: 'saved' }) },
    {
      name: 'profile-waits',
      render: (frame) => profilePage(frame, { ...own, waits: [html`<p class="apart">Something waits</p>`] }),
    },
    {
      name: 'profile-problem',
      render: (frame) => profilePage(frame, { ...own, problems: { full_name: 'blank' } }),
    },
    ...passwordPages({ csrfToken, email, minLength: 15 }),
    { name: 'sessions', render: (frame) => sessionsPage(frame, { csrfToken, sessions: [here, there] }) },
    {
      name: 'sessions-alone',
      render: (frame) => sessionsPage(frame, { csrfToken, sessions: [here], notice: 'ended' }),
    },
    ...programPages({ program, token }),
  ]
}

function programPages({ program, token }: Pick<ChosenTexts, 'program' | 'token'>): readonly SamplePage[] {
  const entered = {
    name: program,
    home: 'https://permits.example.test/',
    firstEnteredAt: SECOND,
    lastEnteredAt: SECOND + DAY_SECONDS,
  }
  const receives = ['identity', 'name', 'email', 'stay-connected'] as const
  const programs = [{ ...entered, clientId: token, receives }]
  return [
    { name: 'programs', render: (frame) => programsPage(frame, { csrfToken: token, programs }) },
    {
      name: 'programs-none',
      render: (frame) => programsPage(frame, { csrfToken: token, programs: [], notice: 'disconnected' }),
    },
  ]
}

function passwordPages(password: Parameters<typeof changePasswordPage>[1]): readonly SamplePage[] {
  const passwordProblems = [
    ['current-wrong', { problems: { current: 'wrong', chosen: 'common' } }],
    ['common', { problems: { chosen: 'common' } }],
    ['unknown-browser', 'unknown-browser'],
  ] as const
  return [
    { name: 'password', render: (frame) => changePasswordPage(frame, password) },
    {
      name: 'password-changed',
      render: (frame) => changePasswordPage(frame, { ...password, notice: 'changed' }),
    },
    ...passwordProblems.map(([name, problem]) => ({
      name: `password-${name}`,
      render: (frame: PageFrame) => changePasswordPage(frame, { ...password, problem }),
    })),
  ]
}

interface RoomPages {
  samplePages(texts: ChosenTexts): readonly SamplePage[]
}

const ofRooms = await fixturesOf<RoomPages>('room-pages')

/** Every page in every state that looks different, with the links of all rooms. */
export const everyPage = (texts: ChosenTexts): readonly SamplePage[] =>
  samplesOf(texts).map(({ render, ...sample }) => ({
    ...sample,
    render: (frame) => render({ accountLinks: OF_ROOMS.accountLinks, ...frame }),
  }))

const samplesOf = (texts: ChosenTexts): readonly SamplePage[] => [
  ...enteringPages(texts),
  ...linkPages(texts),
  ...confirmPages(texts),
  ...accountPages(texts),
  ...leavingPages(texts),
  ...problemPages(texts),
  ...mailboxPages(texts),
  ...ofRooms.flatMap(({ samplePages }) => samplePages(texts)),
]
