import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { ChangeAddressWords } from './en.ts'
import { fr as findings } from './findings/fr.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.fr
const wholeDays = plural('fr', { one: '#\u00a0jour', many: '#\u00a0de jours', other: '#\u00a0jours' })
/** The setting may be 0: then the change is made when the service looks again. */
const days = (count: number) => (count === 0 ? 'quelques minutes' : wholeDays(count))

/** A new address for the account, in French. */
export const fr: ChangeAddressWords = {
  limits: {
    newAddresses: 'Nouvelles adresses e-mail demandées',
  },
  acts: {
    change: {
      title: 'Commencer un changement d’adresse',
      note: 'Rien ne change encore\u00a0: un délai commence, et l’ancienne adresse reçoit un e-mail dont le lien l’arrête. Ensuite, toutes les sessions se terminent, et la nouvelle adresse doit être vérifiée. Un changement déjà en attente est remplacé.',
      labels: { to: 'Nouvelle adresse e-mail' },
      nothing: {
        unchanged: 'Le dernier changement peut encore être annulé\u00a0: attendez qu’il ne le puisse plus.',
      },
      says: {
        done: ({ days: count }) =>
          html`Le compte reçoit la nouvelle adresse après ${days(count)}, sauf si l’ancienne l’arrête.`,
        suspended: ({ days: count }) =>
          html`Le compte reçoit la nouvelle adresse après ${days(count)}, sauf si l’ancienne l’arrête ou si le compte est encore suspendu à ce moment.`,
      },
      refused: {
        'bad-address': 'La nouvelle adresse n’est pas une adresse e-mail.',
        taken: 'Un compte a cette adresse.',
      },
    },
    sendWayBack: {
      title: 'Renvoyer à l’ancienne adresse le moyen de revenir',
      note: 'Seul le lien de cet e-mail arrête ou annule le changement, et aucun délai ne s’allonge. Si le changement est déjà fait, la nouvelle adresse en est informée aussi. Vous ne voyez pas le lien.',
      nothing: { 'nothing-waits': 'Aucun changement d’adresse n’est en attente ni ne peut être annulé.' },
      says: {
        done: ({ at }) =>
          html`L’ancienne adresse reçoit un e-mail pour revenir en arrière\u00a0; son lien vaut jusqu’au ${at}.`,
      },
    },
  },
  link: 'Modifier l’adresse e-mail',
  lostMailbox: {
    summary: 'Je ne peux plus lire les e-mails de cette adresse',
    steps: [
      'Si vous connaissez votre mot de passe ou avez une clé d’accès, connectez-vous. Modifiez ensuite l’adresse dans votre compte.',
      'Si vous n’avez ni l’un ni l’autre, adressez-vous aux responsables de ce service. Ils vérifient qui vous êtes avant de modifier l’adresse.',
    ],
  },
  page: {
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
      html`Votre adresse a été modifiée. Vous pouvez annuler ce changement depuis l’ancienne adresse jusqu’au ${at}. Ensuite, vous pourrez la modifier à nouveau.`,
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
  },
  sent: {
    lead: (address: Html) =>
      html`Nous avons envoyé un e-mail à ${address}. Ouvrez le lien de cet e-mail pour confirmer votre nouvelle adresse.`,
    within: 'Le lien est valable 24\u00a0heures.',
  },
  invalid: {
    prove: {
      next: 'Connectez-vous et allez à votre compte. Vous pourrez y demander un nouveau lien.',
      button: 'Aller à votre compte',
    },
    keep: {
      next: 'Un e-mail plus récent contient peut-être un autre lien. Si vous n’avez pas demandé d’autre adresse, choisissez un nouveau mot de passe\u00a0: cela arrête aussi une modification encore en attente.',
      button: 'Récupérer votre compte',
    },
  },
  holds: {
    waits: {
      less: 'le changement d’adresse en attente est arrêté',
      more: 'un changement d’adresse commence et attend',
      instead: 'le changement d’adresse en attente est remplacé par celui-ci, et l’attente recommence',
    },
    undoable: { less: 'le changement d’adresse ne pourra plus être annulé' },
  },
  events: {
    requested: () => html`Un lien pour confirmer une nouvelle adresse e-mail a été envoyé`,
    begun: () => html`Une nouvelle adresse e-mail a été confirmée. Elle attend avant de servir`,
    stopped: () => html`La modification de l’adresse e-mail a été arrêtée`,
    changed: () => html`L’adresse e-mail a été modifiée`,
    givenBack: () => html`L’ancienne adresse e-mail a été reprise. Tout le monde a été déconnecté`,
    ordered: () => html`Les responsables de ce service ont commencé une modification de l’adresse e-mail`,
    wayBackSent: () =>
      html`Les responsables de ce service ont envoyé à l’ancienne adresse e-mail un lien pour la reprendre`,
  },
  letters: {
    prove: ({ link }, serviceName) => ({
      subject: 'Confirmez votre nouvelle adresse e-mail',
      before: [
        `Quelqu’un, sans doute vous, veut utiliser cette adresse e-mail pour un compte chez ${serviceName}. Ouvrez ce lien pour la confirmer. Rien n’est encore modifié.`,
      ],
      steps: [{ label: 'Confirmer cette adresse', link }],
      after: ['Le lien est valable 24\u00a0heures.', 'Si ce n’est pas vous, vous n’avez rien à faire.'],
    }),
    taken: ({ signInAddress }, serviceName) => ({
      subject: 'Votre adresse a été donnée pour un autre compte',
      before: [
        `Quelqu’un voulait utiliser cette adresse e-mail pour un autre compte chez ${serviceName}. Elle a déjà un compte, donc rien n’a été modifié.`,
      ],
      steps: [{ label: 'Se connecter', address: signInAddress }],
      after: [
        'Si c’est vous, connectez-vous avec cette adresse. Si ce n’est pas vous, vous n’avez rien à faire.',
      ],
    }),
    begun: ({ dueAt, newAddress, link }, serviceName, moment) => ({
      subject: 'Votre adresse e-mail va changer',
      before: [
        `Votre compte chez ${serviceName} aura une autre adresse e-mail à partir du ${moment(dueAt)}\u00a0: ${newAddress}. D’ici là, vous vous connectez avec celle-ci. Si c’est vous, vous n’avez rien à faire.`,
        'Si ce n’est pas vous, gardez votre adresse avec ce lien. Il ne demande pas de mot de passe.',
      ],
      steps: [{ label: 'Garder mon adresse', link }],
      after: [
        'Si ce n’est pas vous, quelqu’un est entré dans votre compte\u00a0: choisissez aussi un nouveau mot de passe.',
      ],
    }),
    stopped: ({ at }, serviceName, moment) => ({
      subject: 'Votre adresse e-mail reste la même',
      before: [
        `La modification de l’adresse e-mail de votre compte chez ${serviceName} a été arrêtée (${moment(at)}). Vous continuez à vous connecter avec cette adresse.`,
        WAS_NOT_ME,
      ],
    }),
    changed: ({ until, newAddress, link }, serviceName, moment) => ({
      subject: 'L’adresse e-mail de votre compte a été modifiée',
      before: [
        `Votre compte chez ${serviceName} a maintenant une autre adresse e-mail\u00a0: ${newAddress}. Si c’est vous, vous n’avez rien à faire.`,
        `Si ce n’est pas vous, reprenez votre adresse avec ce lien jusqu’au ${moment(until)}. Tout le monde est alors déconnecté, et vous choisissez un nouveau mot de passe.`,
      ],
      steps: [{ label: 'Ce n’est pas moi\u00a0: reprendre mon adresse', link }],
      after: ['Si ce n’est pas vous, prévenez aussi les responsables du service.'],
    }),
    isNew: ({ at }, serviceName, moment) => ({
      subject: 'Vous vous connectez maintenant avec cette adresse',
      before: [
        `Votre compte chez ${serviceName} a maintenant cette adresse e-mail (${moment(at)}). Utilisez-la désormais pour vous connecter. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    wayBack: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Quelqu’un veut reprendre l’ancienne adresse',
      before: [
        `Quelqu’un a dit aux responsables de ${serviceName} que l’adresse e-mail de ce compte n’aurait pas dû changer. Ils ont envoyé un e-mail à l’ancienne adresse (${moment(at)}). Un lien y rend au compte son ancienne adresse et déconnecte tout le monde.`,
        'Si ce n’est pas vous, et que vous avez changé l’adresse vous-même, prévenez les responsables du service.',
      ],
      steps: [{ label: 'Se connecter', address: signInAddress }],
    }),
    givenBack: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Votre compte a de nouveau son ancienne adresse e-mail',
      before: [
        `Votre compte chez ${serviceName} a de nouveau son ancienne adresse e-mail (${moment(at)}), car quelqu’un a utilisé le lien de notre e-mail à cette ancienne adresse. Tout le monde a été déconnecté. Vous ne vous connectez plus avec l’adresse qui reçoit cet e-mail.`,
        'Si ce n’est pas vous, quelqu’un d’autre lit peut-être les e-mails de votre ancienne adresse. Prévenez les responsables du service.',
      ],
      steps: [{ label: 'Se connecter', address: signInAddress }],
    }),
    givenBackSuspended: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Votre compte suspendu est de nouveau à vous',
      before: [
        `Votre compte chez ${serviceName} a de nouveau cette adresse e-mail (${moment(at)}), car quelqu’un a utilisé le lien de notre e-mail. Tout le monde a été déconnecté, et le mot de passe ne vaut plus. Les responsables du service ont suspendu le compte\u00a0: personne ne peut encore se connecter.`,
        'Quand la suspension prendra fin, cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion. Si ce n’est pas vous, quelqu’un d’autre lit peut-être vos e-mails. Prévenez les responsables du service.',
      ],
      steps: [{ label: 'Se connecter', address: signInAddress }],
    }),
  },
  findings,
}
