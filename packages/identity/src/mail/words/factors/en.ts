import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { FactorLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.en

/** The letters about a lost app for codes, in English. */
export const englishFactors: FactorLetters = {
  'lost-app': ({ link }, serviceName) => ({
    subject: 'Confirm that you have lost your phone',
    before: [
      `Somebody gave the password of your account at ${serviceName} and says that the phone with the app for codes is lost. If it was you, open this link to go on. Nothing is removed yet.`,
    ],
    steps: [{ label: 'Go on', address: link.reveal() }],
    after: [
      'The link works for 30 minutes and only once.',
      'If this was not you, somebody knows your password: choose a new one at once. Without a code, nobody gets in with it.',
    ],
  }),
  'app-removal-requested': ({ dueAt, link }, serviceName) => ({
    subject: 'Your apps for codes will be removed',
    before: [
      `Somebody, probably you, told us that the app for codes of your account at ${serviceName} is lost. We remove your apps and your recovery codes on ${momentWords('en-GB', dueAt)}. After that, your password alone signs in.`,
      'If you have found your phone, or if you did not ask for this, stop it with this link.',
    ],
    steps: [{ label: 'Stop the removal', address: link.reveal() }],
    after: [
      'Whoever signs in with a code, a recovery code or a passkey stops it, too.',
      'If this was not you, somebody knows your password and reads your email: choose new passwords for both.',
    ],
  }),
  'app-removal-soon': ({ dueAt, link }, serviceName) => ({
    subject: 'Your apps for codes will be removed soon',
    before: [
      `As you were told, we remove the apps for codes and the recovery codes of your account at ${serviceName} on ${momentWords('en-GB', dueAt)}. After that, your password alone signs in.`,
      'If you have found your phone, or if you did not ask for this, stop it with this link.',
    ],
    steps: [{ label: 'Stop the removal', address: link.reveal() }],
    after: [
      'Whoever signs in with a code, a recovery code or a passkey stops it, too.',
      'If this was not you, somebody knows your password and reads your email: choose new passwords for both.',
    ],
  }),
  'app-removal-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Your apps for codes stay',
    before: [
      `The removal of your apps for codes at ${serviceName} was stopped (${momentWords('en-GB', at)}). We go on asking for a code after your password. You need to do nothing if it was you.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'app-removal-done': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Your lost apps for codes were removed',
    before: [
      `The waiting time is over. The apps for codes and the recovery codes of your account at ${serviceName} were removed (${momentWords('en-GB', at)}). Your password alone signs in now, so add a new app or a passkey. You need to do nothing else if it was you.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
}
