import type { SsoProblemCode } from '@portico/app'
import type { ProblemCode } from '../server/http/problems.ts'
import type { Permit } from '../server/permits/permit.ts'
import type { Zone } from '../server/permits/zones.ts'

/** Refusals that no citizen causes with this page. Citizens read about them that something failed. */
type FaultOfThePage = 'unreadable' | 'not_found' | 'too_large' | 'not_json'

/** All words in English. Another language compiles only with the same entries. `{name}` stands for a value. */
export const en = {
  ownName: 'English',
  direction: 'ltr',
  /** The texts of `web/index.html`. */
  page: {
    town: 'Town of Example',
    title: 'Parking permits',
    description: 'Apply for a parking permit, and see its status.',
    skip: 'Skip to the content',
    signedInAs: 'Signed in as',
    account: 'Central account',
    signOut: 'Sign out',
    openAccount: 'Open the central account',
    noScript: 'This page needs JavaScript to sign you in.',
    starting: 'One moment…',
    lead: 'Apply for a parking permit for your street, and see here if it was granted.',
    signIn: 'Sign in',
    createAccount: 'Create an account',
    signInHint: 'You sign in with your central account. It is one account for all public services.',
    oldSummary: 'I already have a parking account with its own password',
    oldTitle: 'Connect my old account',
    oldLead:
      'Sign in once with your old password. Then connect the account. Your permits stay here, and the old password stops working.',
    email: 'E-mail address',
    password: 'Password',
    oldSignIn: 'Sign in the old way',
    connectTitle: 'Connect this account',
    connectLead:
      'You are signed in with an old password. Connect this account to your central account. Your permits stay here, and the old password stops working.',
    connect: 'Connect to my central account',
    permitsTitle: 'Your permits',
    noPermits: 'You have no permits yet. Apply for your first one below.',
    applyTitle: 'Apply for a permit',
    plate: 'Number plate',
    zone: 'Zone',
    apply: 'Apply',
    devicesTitle: 'Your devices',
    devicesLead: 'You are signed in to parking permits on these devices.',
    officerTitle: 'Applications that wait for a decision',
    noApplications: 'No applications are waiting.',
    languages: 'Language',
    foot: 'This is an example program. You sign in with your central account, and this program does not get your password.',
  },
  /** What the script of the page says. The page carries these words with it. */
  app: {
    /** For dates and numbers. */
    locale: 'en-GB',
    named: '{name}: {about}',
    application: '{plate}, {applicant}',
    zones: {
      'old-town': 'Old Town',
      harbour: 'Harbour',
      'castle-hill': 'Castle Hill',
      'station-quarter': 'Station Quarter',
    } satisfies Record<Zone, string>,
    statuses: { applied: 'Applied for', granted: 'Granted', refused: 'Refused' } satisfies Record<
      Permit['status'],
      string
    >,
    applied: 'You have applied for a permit for {plate}.',
    grant: 'Grant',
    refuse: 'Refuse',
    download: 'Download',
    noFile: 'The file cannot be downloaded right now. Please try again in a moment.',
    device: '{browser} on {system}',
    unknownBrowser: 'Unknown browser',
    thisDevice: 'This device',
    since: 'since {date}',
    tryAgain: 'Try again',
    signIn: 'Sign in',
    connectOld: 'Connect my old account',
    signInCentrally: 'Sign in with your central account',
    signedOut: 'You are signed out.',
    signedOutHere: 'You are signed out here. On a shared computer, also sign out of your central account.',
    offline: 'You seem to be offline. Nothing is lost. Go on when you are connected again.',
    /** What a refusal of this program says. */
    problems: {
      invalid_fields: 'Nothing was sent. Please correct this first:',
      wrong_password:
        'Wrong e-mail address or password. If you have connected this account, sign in with your central account.',
      not_an_officer: 'Only permit officers may do this.',
      own_application: 'You cannot decide on your own application.',
      already_applied: 'You have already applied for this car in this zone.',
      already_decided: 'This application has already been decided.',
      throttled: 'Too many tries. Please wait {time}.',
      failed: 'Something went wrong here. It is not your fault. Please try again in a moment.',
      unavailable: 'This is not available right now. Nothing was changed. Please try again in a moment.',
    } satisfies Record<Exclude<ProblemCode, FaultOfThePage>, string>,
    /** What is wrong with a field: nothing is in it, or what is in it is not right. */
    fields: {
      email: {
        missing: 'Enter your e-mail address',
        wrong: 'Enter an e-mail address in the form name@example.com',
      },
      password: {
        missing: 'Enter your old password',
        wrong: 'Enter a password of at most 256 characters',
      },
      plate: {
        missing: 'Enter your number plate',
        wrong: 'Enter a number plate of 2 to 12 letters from A to Z and digits, with at least one digit',
      },
      zone: { missing: 'Choose a zone', wrong: 'Choose a zone from the list' },
    },
    /** What a problem of the central sign-in says. */
    sso: {
      cancelled: 'You did not finish signing in.',
      existing_account:
        'You already have an account here. Sign in the old way once, then connect it to your central account.',
      unavailable: 'Sign-in is not available right now. Nothing was changed.',
      flow_not_found: 'This sign-in began in another browser or took too long. Please sign in again.',
      handoff_refused: 'This sign-in could not be finished. Please sign in again.',
      offline: "We can't check your sign-in right now. You are still signed in; we will try again.",
      session_ended:
        'You are signed out here, because this sign-in was ended at your central account. That happens, for example, when you sign out there, disconnect this program or change your password. Your permits are kept. Sign in again to go on.',
      session_expired:
        'You are signed out here, because this sign-in was ended or is too old. Your permits are kept. Sign in again to go on.',
      storage_blocked:
        'This browser blocks storage, which signing in needs. Allow it for this page, then load the page again.',
      sso_disabled: 'Sign-in is switched off here. Please come back later.',
    } satisfies Record<Exclude<SsoProblemCode, 'throttled'>, string>,
    /** Why two accounts are not connected. */
    refusedConnection: {
      'central-account-taken':
        'Your central account already has another parking account, so this old account cannot be connected to it. Nothing was changed, and you are still signed in to the old account. To use the other one, sign in with your central account.',
      'old-account-taken':
        'Your old sign-in has ended, most likely because this account was connected to a central account in the meantime. Nothing was changed now. Sign in with that central account.',
      unknown:
        'These two accounts cannot be connected. Nothing was changed. Sign in with your central account to see which parking account it has.',
    },
  },
  /** The lines of a permit that is downloaded. */
  file: {
    title: 'Town of Example: parking permit',
    plate: 'Number plate: {value}',
    zone: 'Zone: {value}',
    granted: 'Granted: {value}',
    permit: 'Permit: {value}',
  },
}

/** The entries of every language. */
export type Words = typeof en
