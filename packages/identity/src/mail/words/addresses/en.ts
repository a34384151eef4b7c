import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { AddressLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.en

/** The letters about the address of an account, in English. */
export const englishAddresses: AddressLetters = {
  'new-address': ({ link }, serviceName) => ({
    subject: 'Confirm your new email address',
    before: [
      `Somebody, probably you, wants to use this email address for an account at ${serviceName}. Open this link to confirm it. Nothing is changed yet.`,
    ],
    steps: [{ label: 'Confirm this address', address: link.reveal() }],
    after: ['The link works for 24 hours.', 'If this was not you, you need to do nothing.'],
  }),
  'address-taken': ({ signInAddress }, serviceName) => ({
    subject: 'Your address was given for another account',
    before: [
      `Somebody wanted to use this email address for another account at ${serviceName}. It already has an account, so nothing was changed.`,
    ],
    steps: [{ label: 'Sign in', address: signInAddress }],
    after: ['If it was you, sign in with this address. If this was not you, you need to do nothing.'],
  }),
  'address-change-begun': ({ dueAt, newAddress, link }, serviceName) => ({
    subject: 'Your email address will change',
    before: [
      `Your account at ${serviceName} will have another email address from ${momentWords('en-GB', dueAt)}: ${newAddress}. Until then you sign in with this one. You need to do nothing if it was you.`,
      'If this was not you, keep your address with this link. It works without your password.',
    ],
    steps: [{ label: 'Keep my address', address: link.reveal() }],
    after: ['If this was not you, somebody else was in your account: choose a new password, too.'],
  }),
  'address-change-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Your email address stays as it is',
    before: [
      `The change of the email address of your account at ${serviceName} was stopped (${momentWords('en-GB', at)}). You go on signing in with this address.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-changed': ({ until, newAddress, link }, serviceName) => ({
    subject: 'The email address of your account was changed',
    before: [
      `Your account at ${serviceName} has another email address now: ${newAddress}. You need to do nothing if it was you.`,
      `If this was not you, get your address back with this link until ${momentWords('en-GB', until)}. Everybody is signed out then, and you choose a new password.`,
    ],
    steps: [{ label: 'This was not me: get my address back', address: link.reveal() }],
    after: ['Tell the people who run the service, too, if this was not you.'],
  }),
  'address-is-new': ({ at, recoverAddress }, serviceName) => ({
    subject: 'You sign in with this address now',
    before: [
      `Your account at ${serviceName} has this email address now (${momentWords('en-GB', at)}). Sign in with it from now on. You need to do nothing if it was you.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-given-back': ({ at, signInAddress }, serviceName) => ({
    subject: 'Your account has its old email address again',
    before: [
      `Your account at ${serviceName} has its old email address again (${momentWords('en-GB', at)}), because somebody used the link in our email to that address. Everybody was signed out. You do not sign in with this address any more.`,
      'If this was not you, somebody else may read the mail of your old address. Tell the people who run the service.',
    ],
    steps: [{ label: 'Sign in', address: signInAddress }],
    after: [],
  }),
}
