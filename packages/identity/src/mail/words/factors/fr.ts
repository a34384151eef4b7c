import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { FactorLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.fr

/** The letters about passkeys and codes, in French. */
export const frenchFactors: FactorLetters = {
  'passkey-renamed': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Une clé d’accès de votre compte a un nouveau nom',
    before: [
      `Une clé d’accès de votre compte chez ${serviceName} a reçu un autre nom (${momentWords('fr-FR', at)}). Si c’est vous, vous n’avez rien à faire.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'young-passkeys-removed': ({ addedAt, recoverAddress }, serviceName) => ({
    subject: 'De nouvelles clés d’accès ont été supprimées',
    before: [
      `Un nouveau mot de passe a été choisi pour votre compte chez ${serviceName} grâce à un e-mail. Pour vous protéger, les clés d’accès ajoutées dans les 3\u00a0jours précédents ont été supprimées\u00a0: ${addedAt.map((at) => momentWords('fr-FR', at)).join('\u202f; ')}.`,
      'Nous les supprimons parce que nous ne pouvons pas savoir si vous les aviez ajoutées, ou si c’était une autre personne entrée dans votre compte. Si c’était vous, connectez-vous et ajoutez-les à nouveau.',
      'Votre appareil montre peut-être encore les anciennes\u00a0: vous pouvez les y supprimer.',
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'young-apps-removed': ({ addedAt, isLast, recoverAddress }, serviceName) => ({
    subject: 'De nouvelles applications pour les codes ont été supprimées',
    before: [
      `Un nouveau mot de passe a été choisi pour votre compte chez ${serviceName} grâce à un e-mail. Pour vous protéger, les applications pour les codes ajoutées dans les 3\u00a0jours précédents ont été supprimées\u00a0: ${addedAt.map((at) => momentWords('fr-FR', at)).join('\u202f; ')}.`,
      'Nous les supprimons parce que nous ne pouvons pas savoir si vous les aviez ajoutées, ou si c’était une autre personne entrée dans votre compte. Si c’était vous, connectez-vous et ajoutez-les à nouveau.',
      ...(isLast
        ? [
            'Vos codes de secours sont supprimés, eux aussi. Vous en recevrez de nouveaux avec votre prochaine application.',
          ]
        : []),
      'Supprimez l’ancienne entrée dans l’application.',
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'operator-removed-passkeys': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Vos clés d’accès ont été supprimées',
    before: [
      `Les responsables de ${serviceName} ont supprimé toutes les clés d’accès de votre compte (${momentWords('fr-FR', at)}). Vous vous connectez avec votre mot de passe. Si vous l’avez demandé, vous n’avez rien à faire.`,
      `${WAS_NOT_ME} Dites-le aussi aux responsables du service.`,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'authenticator-renamed': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Une application pour les codes a un nouveau nom',
    before: [
      `Une application pour les codes de votre compte chez ${serviceName} a reçu un autre nom (${momentWords('fr-FR', at)}). Si c’est vous, vous n’avez rien à faire.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'operator-removed-codes': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Vos applications pour les codes ont été supprimées',
    before: [
      `Les responsables de ${serviceName} ont supprimé vos applications pour les codes et vos codes de secours (${momentWords('fr-FR', at)}). Votre mot de passe suffit maintenant. Si vous l’avez demandé, vous n’avez rien à faire.`,
      `${WAS_NOT_ME} Dites-le aussi aux responsables du service.`,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'lost-app': ({ link }, serviceName) => ({
    subject: 'Confirmez la perte de votre téléphone',
    before: [
      `Quelqu’un a saisi le mot de passe de votre compte chez ${serviceName} et dit que le téléphone avec l’application pour les codes est perdu. Si c’est vous, ouvrez ce lien pour continuer. Rien n’est encore supprimé.`,
    ],
    steps: [{ label: 'Continuer', address: link.reveal() }],
    after: [
      'Le lien est valable 30\u00a0minutes et une seule fois.',
      'Si ce n’est pas vous, quelqu’un connaît votre mot de passe\u00a0: choisissez-en tout de suite un nouveau. Sans code, il ne suffit pas pour entrer.',
    ],
  }),
  'app-removal-requested': ({ dueAt, link }, serviceName) => ({
    subject: 'Vos applications pour les codes seront supprimées',
    before: [
      `Quelqu’un, probablement vous, nous a dit que l’application pour les codes de votre compte chez ${serviceName} est perdue. Nous supprimons vos applications et vos codes de secours le ${momentWords('fr-FR', dueAt)}. Après cela, votre mot de passe suffit.`,
      'Si vous avez retrouvé votre téléphone, ou si vous n’avez rien demandé, arrêtez cela avec ce lien.',
    ],
    steps: [{ label: 'Ne rien supprimer', address: link.reveal() }],
    after: [
      'Une connexion avec un code, un code de secours ou une clé d’accès l’arrête aussi.',
      'Si ce n’est pas vous, quelqu’un connaît votre mot de passe et lit vos e-mails\u00a0: choisissez de nouveaux mots de passe pour les deux.',
    ],
  }),
  'app-removal-soon': ({ dueAt, link }, serviceName) => ({
    subject: 'Vos applications pour les codes seront bientôt supprimées',
    before: [
      `Comme annoncé, nous supprimons les applications pour les codes et les codes de secours de votre compte chez ${serviceName} le ${momentWords('fr-FR', dueAt)}. Après cela, votre mot de passe suffit.`,
      'Si vous avez retrouvé votre téléphone, ou si vous n’avez rien demandé, arrêtez cela avec ce lien.',
    ],
    steps: [{ label: 'Ne rien supprimer', address: link.reveal() }],
    after: [
      'Une connexion avec un code, un code de secours ou une clé d’accès l’arrête aussi.',
      'Si ce n’est pas vous, quelqu’un connaît votre mot de passe et lit vos e-mails\u00a0: choisissez de nouveaux mots de passe pour les deux.',
    ],
  }),
  'app-removal-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Vos applications pour les codes sont conservées',
    before: [
      `La suppression de vos applications pour les codes chez ${serviceName} a été arrêtée (${momentWords('fr-FR', at)}). Nous demandons toujours un code après votre mot de passe. Si c’est vous, vous n’avez rien à faire.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'app-removal-done': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Vos applications perdues ont été supprimées',
    before: [
      `Le délai est passé. Les applications pour les codes et les codes de secours de votre compte chez ${serviceName} ont été supprimés (${momentWords('fr-FR', at)}). Votre mot de passe suffit maintenant\u00a0: ajoutez une nouvelle application ou une clé d’accès. Si c’est vous, vous n’avez rien d’autre à faire.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
}
