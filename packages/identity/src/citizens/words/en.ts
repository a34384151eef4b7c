import { type Html, html } from '../../platform/html.ts'
import type { DoneValues } from '../../platform/room/done.ts'
import { NO_END, type WhenHeld } from '../../platform/room/holds.ts'

/** Acts on an account, in English. */
export const en = {
  acts: {
    suspend: {
      title: 'Suspend the account',
      note: 'It ends every session in all programs, every mailed link that signs in or sets a password, and what waits on the account. Nobody can sign in until the end. Password, passkeys and apps stay. It sends no letter.',
      labels: { cause: 'Cause', until: 'Until when, such as 30d or 2026-03-01' },
      choices: {
        cause: {
          'taken-over': 'The account was taken over',
          misuse: 'Misuse',
          'asked-for': 'The citizen asked for it',
          deceased: 'The citizen has died',
          order: 'A court or an authority ordered it',
          other: 'Another cause',
          '': 'Not given: a suspension that is there keeps its cause',
        },
      },
      nothing: { endless: 'The account is suspended until somebody reinstates it.' },
      says: {
        done: 'The citizen is suspended; every session and token has ended.',
        until: ({ at }: DoneValues) =>
          html`The citizen is suspended until ${at}; every session and token has ended.`,
        already: 'The citizen was suspended already, for as long or longer; nothing changed.',
      },
    },
    reinstate: {
      title: 'Let the citizen sign in again',
      note: 'The citizen signs in as before. What the suspension ended stays ended. It sends no letter.',
      nothing: { notSuspended: 'The account is not suspended.' },
      says: {
        done: 'The citizen may sign in again.',
        already: 'The citizen was not suspended; nothing changed.',
      },
    },
    requireVerification: {
      title: 'Have the address verified again',
      note: 'It ends every session in all programs, every mailed link that signs in or sets a password, and what waits on the account. The citizen may sign in again, and enters no program before the address is verified. It sends no letter.',
      nothing: { unverified: 'The address has to be verified already.' },
      says: {
        done: 'The citizen must verify the address again; every session and token has ended.',
        already: 'The citizen had to verify the address already; nothing changed.',
      },
    },
    signOut: {
      title: 'Sign out everywhere',
      note: 'It ends every session in all programs, every mailed link that signs in or sets a password, and what waits on the account. Password, passkeys and apps stay, and the citizen may sign in again at once. It sends no letter.',
      nothing: { nobody: 'Nobody is signed in, and nothing waits that this would end.' },
      says: {
        done: 'The citizen is signed out everywhere.',
        already: 'The citizen was signed out already; nothing changed.',
      },
    },
    forgive: {
      title: 'Forget the wrong passwords in a row',
      note: 'A wait after wrong passwords goes on until its end. It lasts 15 minutes at most.',
      nothing: { noFailures: 'There are no wrong passwords in a row.' },
      says: {
        done: 'The citizen may sign in with a new browser again; a wait after wrong passwords goes on until its end.',
        already:
          'The citizen had no wrong passwords in a row; a wait after wrong passwords goes on until its end; nothing changed.',
      },
    },
    close: {
      title: 'Close the account for good',
      note: 'Nobody can undo it. It erases name, address, phone number and all that signs in, and ends every session in all programs. Anybody may register the address. It sends no letter.',
      says: {
        done: 'The account is closed: all access has ended, the personal data are erased, the address is free.',
        already: 'The account was closed already; nothing changed.',
      },
    },
  },
  holds: {
    active: { less: 'lets nobody sign in any more', more: 'lets the citizen sign in again' },
    verified: { less: 'lets the citizen enter no program before the address is verified again' },
    person: { less: 'erases name, address, phone number and password for good' },
    suspension: {
      more: (_: number, end: number, when: WhenHeld) =>
        end === NO_END
          ? html`keeps the account suspended until somebody reinstates it`
          : html`keeps the account suspended until ${when(end)}`,
    },
  },
  events: {
    suspended: () => html`The people who run this service suspended the account`,
    reinstated: () => html`The people who run this service opened the account again`,
    suspensionEnded: () => html`The suspension of the account ended`,
    verificationRequired: () =>
      html`The people who run this service asked for the address to be confirmed again`,
    accessEnded: () => html`All access to the account was ended`,
    signedOut: () => html`The people who run this service signed this account out everywhere`,
    wasNotMe: () =>
      html`It was reported that somebody else was in the account. Everybody was signed out, and the password stopped working`,
    closed: () => html`The account was closed for good`,
  },
  findings: {
    'account-suspended': {
      suspended: 'An operator suspended the account.',
      suspendedOn: (at: Html) => html`An operator suspended the account on ${at}.`,
      broughtSuspended: (at: Html) =>
        html`The account was suspended already when it was brought from another system on ${at}. The reason is not known here.`,
      suspendedThere: (at: Html) => html`There it was suspended on ${at}.`,
      lasts: 'The suspension lasts until an operator ends it.',
      ends: (at: Html) => html`The suspension ends on ${at}.`,
      causes: {
        'taken-over': 'The cause: somebody else uses the account.',
        misuse: 'The cause: the account is used for what is not allowed.',
        'asked-for': 'The cause: the citizen asked for it.',
        deceased: 'The cause: the citizen has died.',
        order: 'The cause: a court or an authority orders it.',
      },
      unknownCause: (cause: Html) => html`The cause: ${cause}.`,
      reason: (reason: Html) => html`The operator’s reason, which is not for the caller: “${reason}”.`,
      by: (operator: Html) => html`The operator was ${operator}.`,
      noReason: 'The audit does not have the reason any more.',
      mayDo: (command: Html) => html`Whoever decides about it ends it by: ${command}`,
      mayDoEarlier: (command: Html) => html`Whoever decides about it ends it earlier by: ${command}`,
      tell: 'Your account is suspended.',
      tellUntil: (at: Html) => html`Your account is suspended until ${at}.`,
      password: 'A new password does not change that.',
      afterwards: 'After that, sign in as always.',
    },
    'account-closed': {
      closed: 'The account is closed for good.',
      closedOn: (at: Html) => html`The account was closed for good on ${at}.`,
      erased: 'Its personal data are erased.',
      tell: 'This account is closed and cannot be opened again. You can register anew, also with the same address.',
    },
    'address-not-verified': {
      unverified: 'The address must be verified.',
      since: (at: Html) => html`Since ${at} the address must be verified again.`,
      untilThen: 'Until then the citizen enters no program.',
      reason: (reason: Html) => html`The operator’s reason, which is not for the caller: “${reason}”.`,
      signIn:
        'Enter a program and sign in. A page says that the address must be confirmed: press “Send a new link” there, and open the link in the email.',
      notThere: 'The page of your account sends no link.',
      lostMailbox:
        'If you cannot read mail at this address any more, sign in to your account alone, without a program, and change the address there.',
      orRecover:
        'If you do not know the password, press “Forgotten your password?”: whoever chooses a new one has verified the address as well.',
    },
    'no-password': {
      found: 'No password signs this account in until a new one is chosen.',
      wasNotMe: (at: Html) =>
        html`On ${at} somebody said “this was not me”, in the account or by the link of an email: that ended every access and the password.`,
      givenBack: (at: Html) =>
        html`On ${at} somebody took the address back by the link of an email: that ended every access and the password.`,
      brought: (at: Html) =>
        html`The account was brought from another system on ${at}, without a password that can be compared.`,
      unknown:
        'The citizen ended it by “this was not me”, or took an address back, or the account was brought from another system without a password that can be compared.',
      tell: 'Press “Forgotten your password?” on the sign-in page, and choose a new password with the link in the email.',
    },
  },
}

/** The entries of every language. */
export type CitizenWords = typeof en
