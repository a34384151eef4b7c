import type { RecentRemoved } from '../../factors/index.ts'
import { type NewsFacts, type NewsText, WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import type { MomentWords } from '../../platform/date-words.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.en

const MORE_WRONG_CODES =
  'There were many wrong codes in the last hour. More of them may come in the next hour without a mail. The page Activity of your account lists every one.'

const apps = plural('en', { one: '# app', other: '# apps' })
const left = plural('en', { one: '# recovery code is left', other: '# recovery codes are left' })

/** Codes beside the password, in English. */
export const en = {
  limits: {
    appChanges: 'Changes of apps for codes',
    newRecoveryCodes: 'New recovery codes made',
  },
  acts: {
    reset: {
      title: 'Remove the apps and recovery codes at once',
      note: 'No code is asked for after the password any more. Password, passkeys and sessions stay. The citizen gets a letter.',
      nothing: { noCodes: 'The account has no app and no recovery code.' },
      says: {
        done: 'The citizen is asked for no code any more.',
        already: 'The citizen was asked for no code; nothing changed.',
      },
    },
  },
  nav: 'Codes',
  home: {
    noApp: 'None yet',
    addApp: 'With codes from an app, nobody gets in with your password alone.',
    noneLeft: 'None left',
    makeNew: 'Make new ones, so that you get in without your app.',
  },
  page: {
    title: 'Codes from an app',
    lead: 'With an app on your phone you sign in with your password and a code. So nobody gets into your account with the password alone. A passkey needs no code.',
    none: 'You have not added an app yet. We ask for no code after your password.',
    addTitle: 'Add an app',
    addLead:
      'You need an app that makes codes, for example Aegis, 2FAS or Google Authenticator. Many apps that keep passwords can do it, too.',
    addButton: 'Add an app',
    full: 'You have 5 apps, and more are not possible. Remove one that you do not need.',
    recoveryTitle: 'Recovery codes',
    recoveryLead: 'With a recovery code you sign in when you do not have your app. Each code works once.',
    recoveryLeft: 'Codes that are left',
    recoveryAgain: 'New codes take the place of all earlier ones.',
    recoveryButton: 'Make new recovery codes',
    proveLead:
      'To change your codes, enter your password or use a passkey. This holds for 5 minutes. After the password we ask for a code, if you have an app.',
    saved: 'The app is added. We have sent you an email about it.',
    removed:
      'The app is removed. We have sent you an email about it. You can now delete the entry in the app.',
    newTitle: 'Add an app for codes',
    scan: 'Open the app on your phone and scan this picture with it.',
    qrLabel: 'QR code for the app',
    openApp: 'The app is on this device: open it',
    orType: 'If you cannot scan, type this key into the app:',
    code: 'Code that the app shows',
    codeHint: 'Six digits. They change every 30 seconds.',
    name: 'Name of the app',
    nameHint: 'So that you know later which phone it is on.',
    usualName: 'My phone',
    confirmButton: 'Add the app',
    cancel: 'Cancel',
    problems: {
      'bad-name': 'Enter a name of 1 to 60 characters for the app',
      'wrong-code':
        'Enter the code that the app shows now. If it does not work, check the time on your phone.',
    },
    keepTitle: 'Keep your recovery codes',
    keepLead:
      'From now on we ask for a code after your password. If you lose your phone, you need one of these codes.',
    keepHow:
      'Print them or write them down, and keep them in a safe place. We do not show them again. Each one works once.',
    madeOn: (at: Html) => html`Made on ${at}`,
    keptButton: 'I have kept the codes',
    keep: { download: 'Download as text', print: 'Print', copy: 'Copy', copied: 'Copied' },
    renamed: 'The app has its new name. We have sent you an email about it.',
  },
  signIn: {
    button: 'Sign in',
    app: {
      title: 'Enter your code',
      label: 'Code from your app',
      hint: 'Six digits. They change every 30 seconds, and each code works once.',
      wrong: 'This code does not work. Wait for the next code of your app, and enter that one.',
      other: 'Use a recovery code',
    },
    recovery: {
      title: 'Enter a recovery code',
      label: 'Recovery code',
      hint: 'One of the ten codes that you kept. Each one works once.',
      wrong: 'This recovery code does not work. Check it, or use another one.',
      other: 'Use a code from your app',
    },
  },
  spent: {
    title: 'You used a recovery code',
    left: 'Recovery codes that are left',
    still: 'Do you still have your app? Then you need to do nothing.',
    gone: 'If your app is gone, add a new app and remove the old one. Then make new recovery codes.',
    toCodes: 'To my codes',
    onward: 'Continue',
  },
  tooLate: 'That took too long, or there were too many wrong codes. Sign in again with your password.',
  recentRemoved:
    'We removed the apps for codes that were added in the last 3 days with the password alone. If no other app is left, your recovery codes are gone, too.',
  recentWill:
    'Apps for codes that were added in the last 3 days with the password alone, and with the last app your recovery codes:',
  holds: {
    apps: { less: plural('en', { one: 'removes # app for codes', other: 'removes # apps for codes' }) },
    recoveryCodes: {
      less: plural('en', { one: 'removes # recovery code', other: 'removes # recovery codes' }),
    },
    halfSignIns: {
      less: plural('en', {
        one: 'ends # sign-in that awaits a code',
        other: 'ends # sign-ins that await a code',
      }),
    },
    wrongCodes: { less: plural('en', { one: 'forgets # wrong code', other: 'forgets # wrong codes' }) },
  },
  events: {
    added: () => html`An app for codes was added`,
    removed: () => html`An app for codes was removed`,
    renamed: () => html`An app for codes was renamed`,
    codesMade: () => html`New recovery codes were made`,
    codeSpent: () => html`A recovery code was used`,
    reset: () => html`The people who run this service removed the apps for codes`,
    wrongCodesTold: () => html`An email told of wrong codes after the right password`,
  },
  letters: {
    added: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'An app for codes was added to your account',
      before: [
        `An app that makes codes was added to your account at ${serviceName} (${moment(at)}). From now on we ask for a code after your password. You need to do nothing if it was you.`,
        WAS_NOT_ME,
      ],
    }),
    removed: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'An app for codes was removed from your account',
      before: [
        `An app that makes codes was removed from your account at ${serviceName} (${moment(at)}). Its codes do not work any more. You need to do nothing if it was you.`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'An app for codes has a new name',
      before: [
        `An app for codes of your account at ${serviceName} was given another name (${moment(at)}). You need to do nothing if it was you.`,
        WAS_NOT_ME,
      ],
    }),
    codesMade: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'New recovery codes for your account',
      before: [
        `New recovery codes were made for your account at ${serviceName} (${moment(at)}). The earlier ones do not work any more. You need to do nothing if it was you.`,
        WAS_NOT_ME,
      ],
    }),
    codeSpent: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'A recovery code was used for your account',
      before: [
        `Somebody signed in to your account at ${serviceName} with your password and a recovery code (${moment(at)}). You need to do nothing if it was you. This code does not work again: see on the page Codes how many are left.`,
        WAS_NOT_ME,
      ],
    }),
    wrongCodes: (
      { at, isLast }: NewsFacts & { readonly isLast: boolean },
      serviceName: string,
      moment: MomentWords,
    ): NewsText => ({
      subject: 'Wrong codes after your password',
      before: [
        `Somebody gave the right password of your account at ${serviceName}, and then wrong codes (${moment(at)}). Nobody got in with these codes. You need to do nothing if it was you.`,
        WAS_NOT_ME,
        ...(isLast ? [MORE_WRONG_CODES] : []),
      ],
    }),
    recentRemoved: (
      { addedAt, isLast }: RecentRemoved & { readonly isLast: boolean },
      serviceName: string,
      moment: MomentWords,
    ): NewsText => ({
      subject: 'New apps for codes of your account were removed',
      before: [
        `A new password was chosen for your account at ${serviceName} by a link in an email. To protect you, this removed the apps for codes that were added in the 3 days before: ${addedAt.map(moment).join('; ')}.`,
        'We remove them because we cannot know whether you added them, or somebody else who was in your account. If it was you, sign in and add them again.',
        ...(isLast ? ['Your recovery codes are removed, too. You get new ones with your next app.'] : []),
        'Delete the old entry in the app.',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'Your apps for codes were removed',
      before: [
        `The people who run ${serviceName} removed your apps for codes and your recovery codes (${moment(at)}). Your password alone signs in now. You need to do nothing if you asked for this.`,
        `${WAS_NOT_ME} Tell the people who run the service, too.`,
      ],
    }),
  },
  findings: {
    'code-asked-for': {
      apps: (count: number) =>
        `Beside the password a code is asked for. The account has ${apps(count)} for codes.`,
      used: (at: Html) => html`An app was used last on ${at}.`,
      neverUsed: 'No app was ever used.',
      left: (count: number) => `${left(count)}.`,
      mayDo: (command: Html) => html`Only with proof of who the caller is: ${command}`,
      type: 'Type the code that the app shows now; the clock of your phone must be right.',
      without:
        'Without the phone use a recovery code, or press “I have lost my phone and my recovery codes” on the page that asks for the code.',
    },
    'codes-closed-to-new-browsers': {
      wrong: (times: number) => `${times} wrong codes came from browsers that the account does not know.`,
      until: (at: Html) => html`Until ${at} such browsers may not try any more.`,
      tell: 'Use a browser in which you have signed in before. Somebody who knows your password is trying codes: choose a new password.',
    },
  },
}

/** The entries of every language. */
export type CodeWords = typeof en
