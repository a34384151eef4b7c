import { type Html, html } from '../../../platform/html.ts'
import type { englishChangeAddress } from '../en/change-address.ts'
import { plural } from '../plurals.ts'

const days = plural('fr', { one: '#\u00a0jour', many: '#\u00a0de jours', other: '#\u00a0jours' })

/** A new address for the account, in French. */
export const frenchChangeAddress: typeof englishChangeAddress = {
  changeAddress: {
    link: 'Modifier l’adresse e-mail',
    title: 'Modifiez votre adresse e-mail',
    now: 'Votre adresse actuelle',
    lead: (count: number) =>
      `Nous envoyons un e-mail à la nouvelle adresse. Une fois son lien ouvert, nous attendons ${days(count)}. D’ici là, connectez-vous avec l’ancienne adresse.`,
    label: 'Nouvelle adresse e-mail',
    hint: 'Nous envoyons un lien et un code à cette adresse.',
    button: 'Envoyer le lien',
    back: 'Retour à votre compte',
    same: 'Saisissez une autre adresse\u00a0: celle-ci est déjà celle de votre compte',
    proveLead:
      'Pour modifier votre adresse, saisissez votre mot de passe ou utilisez une clé d’accès. Cette confirmation est valable 5\u00a0minutes.',
    waitsTitle: 'Votre adresse va changer',
    waits: (email: Html, at: Html) =>
      html`À partir du ${at}, vous vous connecterez avec ${email}. Si vous demandez encore une autre adresse, elle remplacera celle-ci.`,
    stopButton: 'Garder l’ancienne adresse',
    stopped: 'Votre adresse reste la même. Nous vous avons envoyé un e-mail à ce sujet.',
    undoOpen: (at: Html) =>
      html`Votre adresse a été modifiée. Depuis l’ancienne adresse, on peut l’annuler jusqu’au ${at}. Ensuite, vous pourrez la modifier à nouveau.`,
    confirmTitle: 'Confirmez votre nouvelle adresse',
    confirmLead: (email: Html) =>
      html`La nouvelle adresse est ${email}. Saisissez l’ancienne adresse de votre compte pour montrer que c’est bien vous qui avez ouvert ce lien.`,
    confirmNext: (count: number) => `Ensuite, nous attendons ${days(count)}.`,
    oldLabel: 'Ancienne adresse e-mail',
    confirmWrong: 'Saisissez l’adresse avec laquelle vous vous connectez actuellement',
    confirmButton: 'Confirmer la nouvelle adresse',
    askedTitle: 'Votre nouvelle adresse est confirmée',
    asked: (count: number) =>
      `Nous attendons ${days(count)}. Ensuite, vous vous connecterez avec la nouvelle adresse. D’ici là, utilisez l’ancienne.`,
    askedNext:
      'Nous avons envoyé un e-mail à l’ancienne adresse. Avec lui, ou dans votre compte, vous pouvez arrêter la modification.',
    askedButton: 'Aller à votre compte',
    keepTitle: 'Gardez votre adresse e-mail',
    keepLead: 'Saisissez l’adresse e-mail qui a reçu le message. Votre adresse n’est alors pas modifiée.',
    undoLead:
      'Saisissez l’adresse e-mail qui a reçu le message. Elle redevient alors l’adresse de votre compte. Tout le monde est déconnecté, et nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    keepWrong: 'Saisissez l’adresse à laquelle l’e-mail avec le lien a été envoyé',
    keepButton: 'Garder cette adresse',
    undoButton: 'Reprendre l’adresse',
    keptTitle: 'Votre adresse est gardée',
    kept: 'Vous vous connectez avec cette adresse. Si elle avait déjà été modifiée, tout le monde a été déconnecté, et nous vous avons envoyé un lien pour choisir un nouveau mot de passe.',
    keptNext:
      'Si vous n’avez pas demandé d’autre adresse, quelqu’un est entré dans votre compte. Choisissez un nouveau mot de passe.',
    keptButton: 'Choisir un nouveau mot de passe',
    lostMailbox: 'Je ne peux plus lire les e-mails de cette adresse',
    lostMailboxSteps: [
      'Si vous connaissez votre mot de passe ou avez une clé d’accès, connectez-vous. Modifiez ensuite l’adresse dans votre compte.',
      'Si vous n’avez ni l’un ni l’autre, adressez-vous aux responsables de ce service. Ils vérifient qui vous êtes avant de modifier l’adresse.',
    ],
  },
}
