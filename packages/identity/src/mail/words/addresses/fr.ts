import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { AddressLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.fr

/** The letters about the address of an account, in French. */
export const frenchAddresses: AddressLetters = {
  'new-address': ({ link }, serviceName) => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    before: [
      `Quelqu’un, sans doute vous, veut utiliser cette adresse e-mail pour un compte chez ${serviceName}. Ouvrez ce lien pour la confirmer. Rien n’est encore modifié.`,
    ],
    steps: [{ label: 'Confirmer cette adresse', address: link.reveal() }],
    after: ['Le lien est valable 24\u00a0heures.', 'Si ce n’est pas vous, vous n’avez rien à faire.'],
  }),
  'address-taken': ({ signInAddress }, serviceName) => ({
    subject: 'Votre adresse a été donnée pour un autre compte',
    before: [
      `Quelqu’un voulait utiliser cette adresse e-mail pour un autre compte chez ${serviceName}. Elle a déjà un compte, donc rien n’a été modifié.`,
    ],
    steps: [{ label: 'Se connecter', address: signInAddress }],
    after: [
      'Si c’est vous, connectez-vous avec cette adresse. Si ce n’est pas vous, vous n’avez rien à faire.',
    ],
  }),
  'address-change-begun': ({ dueAt, newAddress, link }, serviceName) => ({
    subject: 'Votre adresse e-mail va changer',
    before: [
      `Votre compte chez ${serviceName} aura une autre adresse e-mail à partir du ${momentWords('fr-FR', dueAt)}\u00a0: ${newAddress}. D’ici là, vous vous connectez avec celle-ci. Si c’est vous, vous n’avez rien à faire.`,
      'Si ce n’est pas vous, gardez votre adresse avec ce lien. Il ne demande pas de mot de passe.',
    ],
    steps: [{ label: 'Garder mon adresse', address: link.reveal() }],
    after: [
      'Si ce n’est pas vous, quelqu’un est entré dans votre compte\u00a0: choisissez aussi un nouveau mot de passe.',
    ],
  }),
  'address-change-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Votre adresse e-mail reste la même',
    before: [
      `La modification de l’adresse e-mail de votre compte chez ${serviceName} a été arrêtée (${momentWords('fr-FR', at)}). Vous continuez à vous connecter avec cette adresse.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-changed': ({ until, newAddress, link }, serviceName) => ({
    subject: 'L’adresse e-mail de votre compte a été modifiée',
    before: [
      `Votre compte chez ${serviceName} a maintenant une autre adresse e-mail\u00a0: ${newAddress}. Si c’est vous, vous n’avez rien à faire.`,
      `Si ce n’est pas vous, reprenez votre adresse avec ce lien jusqu’au ${momentWords('fr-FR', until)}. Tout le monde est alors déconnecté, et vous choisissez un nouveau mot de passe.`,
    ],
    steps: [{ label: 'Ce n’est pas moi\u00a0: reprendre mon adresse', address: link.reveal() }],
    after: ['Si ce n’est pas vous, prévenez aussi les responsables du service.'],
  }),
  'address-is-new': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Vous vous connectez maintenant avec cette adresse',
    before: [
      `Votre compte chez ${serviceName} a maintenant cette adresse e-mail (${momentWords('fr-FR', at)}). Utilisez-la désormais pour vous connecter. Si c’est vous, vous n’avez rien à faire.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-given-back': ({ at, signInAddress }, serviceName) => ({
    subject: 'Votre compte a de nouveau son ancienne adresse e-mail',
    before: [
      `Votre compte chez ${serviceName} a de nouveau son ancienne adresse e-mail (${momentWords('fr-FR', at)}), car quelqu’un a utilisé le lien de notre e-mail à cette ancienne adresse. Tout le monde a été déconnecté. Vous ne vous connectez plus avec l’adresse qui reçoit cet e-mail.`,
      'Si ce n’est pas vous, quelqu’un d’autre lit peut-être les e-mails de votre ancienne adresse. Prévenez les responsables du service.',
    ],
    steps: [{ label: 'Se connecter', address: signInAddress }],
    after: [],
  }),
}
