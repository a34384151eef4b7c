import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { FactorLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.fr

/** The letters about a lost app for codes, in French. */
export const frenchFactors: FactorLetters = {
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
