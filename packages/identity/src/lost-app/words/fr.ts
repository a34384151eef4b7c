import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { LostAppWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.fr
const days = plural('fr', { one: '#\u00a0jour', many: '#\u00a0de jours', other: '#\u00a0jours' })

/** Lost apps for codes, in French. */
export const fr: LostAppWords = {
  limits: {
    lostApps: 'Applications pour les codes déclarées perdues',
  },
  acts: {
    remove: {
      title: 'Commencer le retrait d’une application perdue',
      note: 'Rien n’est encore retiré\u00a0: un délai commence, et un code est demandé jusqu’à sa fin. Un e-mail l’annonce aussitôt. Son lien, ou une connexion avec un code ou une clé d’accès, l’arrête.',
      nothing: {
        suspended: 'Le compte est suspendu\u00a0: décidez d’abord de cela.',
        'no-app': 'Le compte ne demande aucun code.',
        waits: 'Un retrait est déjà en attente.',
      },
      says: {
        done: ({ at }) =>
          html`À partir du ${at}, aucun code n’est plus demandé à la personne, sauf si le lien de l’e-mail ou une connexion avec un code l’arrête.`,
      },
    },
  },
  page: {
    link: 'J’ai perdu mon téléphone et mes codes de secours',
    title: 'Avez-vous perdu votre téléphone\u00a0?',
    lead: (count: number) =>
      `Si vous n’avez plus votre application ni vos codes de secours, nous pouvons les supprimer. Avant cela, nous attendons ${days(count)}.`,
    steps: [
      'Nous vous envoyons un e-mail. Ouvrez son lien et saisissez encore une fois votre mot de passe.',
      'Le délai commence alors. Vous recevez aussitôt un e-mail, et un autre la veille de la fin.',
      'Les deux e-mails ont un lien qui l’arrête. Une connexion avec un code ou une clé d’accès l’arrête aussi.',
      'Après cela, vous vous connectez avec votre seul mot de passe. Vous pouvez alors ajouter une nouvelle application.',
    ],
    why: 'Nous attendons pour vous protéger. Quelqu’un qui connaît votre mot de passe et lit vos e-mails pourrait aussi le demander.',
    button: 'Envoyer l’e-mail',
    askedBeforeTitle: 'L’avez-vous déjà demandé\u00a0?',
    askedBefore: [
      'Le délai continue alors. Notre e-mail dit quel jour il finit et a un lien qui l’arrête.',
      'Si vous ne trouvez pas cet e-mail, demandez-le encore une fois ici. Le délai reste le même et nous vous redonnons le jour.',
      'Un nouveau mot de passe ou une nouvelle adresse e-mail pour votre compte l’arrête aussi. Il faut alors le demander à nouveau.',
    ],
    back: 'Retour au code',
    confirmTitle: 'Supprimez l’application perdue',
    confirmLead: (count: number) =>
      `Saisissez votre mot de passe. Vos applications et vos codes de secours seront supprimés après ${days(count)}.`,
    confirmButton: 'Lancer le délai d’attente',
    askedTitle: 'Le délai a commencé',
    asked: (count: number) =>
      `Nous supprimons vos applications et vos codes de secours ${days(count)} après votre première demande. Nous vous avons envoyé un e-mail qui dit quand.`,
    askedUntil: (at: Html) =>
      html`Nous supprimerons vos applications et vos codes de secours le ${at}. Nous vous avons envoyé un e-mail à ce sujet.`,
    found:
      'Si vous retrouvez avant cela votre téléphone ou un code de secours, connectez-vous avec. Alors tout est conservé.',
    keepTitle: 'Gardez vos applications pour les codes',
    keepLead:
      'Saisissez l’adresse e-mail de votre compte pour confirmer que vous avez ouvert ce lien vous-même. Vos applications ne sont alors pas supprimées.',
    keepWrong: 'Saisissez l’adresse qui a reçu l’e-mail avec le lien',
    keepButton: 'Ne rien supprimer',
    keptTitle: 'Vos applications sont conservées',
    kept: 'Rien n’est supprimé. Nous demandons toujours un code à la connexion.',
    keptNext:
      'Si vous ne l’avez pas demandé, quelqu’un connaît votre mot de passe et lit vos e-mails. Choisissez un nouveau mot de passe ici, et un autre pour votre messagerie.',
    keptButton: 'Choisir un nouveau mot de passe',
    waitsTitle: 'Vos applications seront supprimées',
    waits: (at: Html) =>
      html`Quelqu’un a dit que votre téléphone est perdu. Nous supprimons vos applications et vos codes de secours le ${at}.`,
    stopped: 'Rien ne sera supprimé. Nous vous avons envoyé un e-mail à ce sujet.',
  },
  sent: {
    lead: (address: Html) =>
      html`Nous avons envoyé un e-mail à ${address}. Ouvrez le lien de cet e-mail pour continuer.`,
    within: 'Le lien est valable 30\u00a0minutes et une seule fois.',
  },
  invalid: {
    ask: {
      next: 'Connectez-vous à nouveau avec votre mot de passe. Vous pourrez y demander un nouveau lien.',
      button: 'Aller à la connexion',
    },
    keep: {
      next: 'C’est peut-être déjà arrêté. Connectez-vous pour voir si vos applications sont toujours là.',
      button: 'Aller à vos codes',
    },
  },
  holds: {
    removal: {
      less: 'le retrait en attente des applications à codes est arrêté',
      more: 'le retrait des applications à codes commence et attend',
    },
  },
  events: {
    reported: () =>
      html`Quelqu’un a saisi le mot de passe et dit que le téléphone avec l’application est perdu`,
    requested: () => html`La suppression des applications perdues a été demandée`,
    ordered: () => html`Les responsables de ce service ont commencé à supprimer les applications perdues`,
    stopped: () => html`La suppression des applications pour les codes a été arrêtée`,
    done: () => html`Les applications perdues et les codes de secours ont été supprimés`,
    reminded: () => html`Un second e-mail a annoncé la suppression des applications perdues`,
  },
  letters: {
    report: ({ link }, serviceName) => ({
      subject: 'Confirmez la perte de votre téléphone',
      before: [
        `Quelqu’un a saisi le mot de passe de votre compte chez ${serviceName} et dit que le téléphone avec l’application pour les codes est perdu. Si c’est vous, ouvrez ce lien pour continuer. Rien n’est encore supprimé.`,
      ],
      steps: [{ label: 'Continuer', link }],
      after: [
        'Le lien est valable 30\u00a0minutes et une seule fois.',
        'Si ce n’est pas vous, quelqu’un connaît votre mot de passe\u00a0: choisissez-en tout de suite un nouveau. Sans code, il ne suffit pas pour entrer.',
      ],
    }),
    requested: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'Vos applications pour les codes seront supprimées',
      before: [
        `Quelqu’un, probablement vous, nous a dit que l’application pour les codes de votre compte chez ${serviceName} est perdue. Nous supprimons vos applications et vos codes de secours le ${moment(dueAt)}. Après cela, votre mot de passe suffit.`,
        'Si vous avez retrouvé votre téléphone, ou si vous n’avez rien demandé, arrêtez cela avec ce lien.',
      ],
      steps: [{ label: 'Ne rien supprimer', link }],
      after: [
        'Une connexion avec un code, un code de secours ou une clé d’accès l’arrête aussi.',
        'Si ce n’est pas vous, quelqu’un connaît votre mot de passe et lit vos e-mails\u00a0: choisissez de nouveaux mots de passe pour les deux.',
      ],
    }),
    ordered: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'Le support supprime vos applications pour les codes',
      before: [
        `Quelqu’un, probablement vous, a dit aux responsables de ${serviceName} que l’application pour les codes de votre compte est perdue. Nous supprimons vos applications et vos codes de secours le ${moment(dueAt)}. Après cela, votre mot de passe suffit.`,
        'Si vous avez retrouvé votre téléphone, ou si vous n’avez rien demandé, arrêtez cela avec ce lien.',
      ],
      steps: [{ label: 'Ne rien supprimer', link }],
      after: [
        'Une connexion avec un code, un code de secours ou une clé d’accès l’arrête aussi.',
        'Si ce n’est pas vous, prévenez aussi les responsables du service\u00a0: quelqu’un leur a parlé en votre nom.',
      ],
    }),
    soon: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'Vos applications pour les codes seront bientôt supprimées',
      before: [
        `Comme annoncé, nous supprimons les applications pour les codes et les codes de secours de votre compte chez ${serviceName} le ${moment(dueAt)}. Après cela, votre mot de passe suffit.`,
        'Si vous avez retrouvé votre téléphone, ou si vous n’avez rien demandé, arrêtez cela avec ce lien.',
      ],
      steps: [{ label: 'Ne rien supprimer', link }],
      after: [
        'Une connexion avec un code, un code de secours ou une clé d’accès l’arrête aussi.',
        'Si ce n’est pas vous, quelqu’un connaît votre mot de passe et lit vos e-mails\u00a0: choisissez de nouveaux mots de passe pour les deux.',
      ],
    }),
    stopped: ({ at }, serviceName, moment) => ({
      subject: 'Vos applications pour les codes sont conservées',
      before: [
        `La suppression de vos applications pour les codes chez ${serviceName} a été arrêtée (${moment(at)}). Nous demandons toujours un code après votre mot de passe. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    done: ({ at }, serviceName, moment) => ({
      subject: 'Vos applications perdues ont été supprimées',
      before: [
        `Le délai est passé. Les applications pour les codes et les codes de secours de votre compte chez ${serviceName} ont été supprimés (${moment(at)}). Votre mot de passe suffit maintenant\u00a0: ajoutez une nouvelle application ou une clé d’accès. Si c’est vous, vous n’avez rien d’autre à faire.`,
        WAS_NOT_ME,
      ],
    }),
  },
  linkAsked: (at: Html) =>
    html`Le ${at}, un e-mail a été demandé pour retirer l’application de codes perdue.`,
  findings: {
    'app-removal-waits': {
      asked: (at) =>
        html`Le ${at}, une personne ayant le mot de passe, ou l’équipe, a dit que l’application pour les codes est perdue.`,
      due: (at) =>
        html`Elle sera supprimée le ${at}, sauf si une connexion avec un code ou un lien des e-mails l’empêche.`,
      sooner: (command) => html`Plus tôt, seulement avec la preuve de qui appelle\u00a0: ${command}`,
      recoveryCode:
        'Si vous avez un code de secours, tapez-le là où le code est demandé\u00a0: vous entrez tout de suite, et la suppression s’arrête. Retirez ensuite vous-même l’application perdue, sur la page des codes de votre compte.',
      until: (at) => html`Jusqu’au ${at}, un code est encore demandé. Ensuite, le mot de passe suffit.`,
      notYou: 'Si ce n’est pas vous qui l’avez demandé, ouvrez le lien de l’e-mail à ce sujet.',
    },
  },
}
