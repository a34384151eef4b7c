import { type Html, html } from '../../../platform/html.ts'

const askedFor = (at: Html) => html`On ${at} an account asked for this address. It does not have it yet.`
const sent = (at: Html) => html`The email with the way back went to the old address on ${at}.`
const sentAgain = (at: Html) => html`The email with the way back was sent once more on ${at}.`

/** What a supporter is told of a new address, in English. */
export const en = {
  'address-change-waits': {
    asked: (at: Html) => html`On ${at} a new address was asked for.`,
    from: (at: Html) => html`The account signs in with it from ${at} on, and with the old one until then.`,
    sent,
    sentAgain,
    signIn: 'Sign in with the old address for now.',
    pressLink: 'If it was not you who asked, press the link in the email at the old address.',
    stopInAccount:
      'The email about it did not reach the old address. If it was not you who asked, press “Keep the old address” in your account, and choose a new password.',
  },
  'address-link-waits': {
    asked: (at: Html) =>
      html`On ${at} a new address was asked for, and an email with a link was written to it.`,
    works: (at: Html) =>
      html`Nobody has opened that link yet. It works until ${at}. Until it was opened, nothing changes.`,
    openLink:
      'Open the link in the newest email at the new address. Until the change is done, sign in with the address that you have now.',
    askAgain:
      'Our email did not reach the new address. Sign in with the address that you have now, and ask again in your account: with the right spelling, or for another address.',
    notMe: 'If it was not you who asked, choose a new password.',
  },
  'new-address-link-waits': {
    asked: askedFor,
    works: (at: Html) =>
      html`The link in the email to this address works until ${at}. After it was opened, the account waits some days.`,
    tell: 'Open the link in the newest email at this address. Until the change is done, sign in with the old address.',
  },
  'new-address-link-expired': {
    asked: askedFor,
    ended: (at: Html) => html`Nobody opened the link in the email to this address before it ended, on ${at}.`,
    tell: 'Sign in with the old address, and ask for the new one again in your account.',
  },
  'new-address-waits': {
    asked: (at: Html) => html`An account is changing to this address. The change began on ${at}.`,
    from: (at: Html) => html`The account signs in with it from ${at} on, and with the old one until then.`,
    tell: (at: Html) => html`Sign in with the old address until ${at}, and with this one after that.`,
  },
  'address-changed': {
    lost: (at: Html) =>
      html`This was the address of the account until ${at}. Now the account has another one, and this one signs nobody in. If the caller did not change it, somebody else has taken over the account, or the caller is not its owner.`,
    hasNoMailbox: (command: Html) =>
      html`If the caller proves who they are, did not change it, and cannot read the old mailbox, keep everybody out until that is clear: ${command}`,
    changed: (at: Html) => html`The address was changed on ${at}. The old one signs nobody in any more.`,
    undo: (at: Html) =>
      html`In the email that went to the old address then, a link takes the address back until ${at}.`,
    sent,
    sentAgain,
    useNew: 'If it was you, sign in with the new address.',
    takeBack: (at: Html) =>
      html`If it was not you who changed it, open the newest email about it at the old address: its link takes your account back until ${at}. “Forgotten your password?” with the old address sends that link again.`,
    takeBackLater: (at: Html) =>
      html`If it was not you who changed it: your mail provider refuses our email with the way back. Look whether the old mailbox is full. When it takes mail again, press “Forgotten your password?” with the old address: that sends the email again. Its link takes your account back until ${at}.`,
    useThis: 'Sign in with this address.',
  },
}

/** The entries of every language. */
export type ChangeFindingWords = typeof en
