import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { ClosingWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.fr

const days = plural('fr', { one: '#\u00a0jour', many: '#\u00a0de jours', other: '#\u00a0jours' })

/** Closing the account, in French. */
export const fr: ClosingWords = {
  limits: {
    closings: 'Demandes de fermeture du compte',
  },
  link: 'Fermer votre compte',
  page: {
    title: 'Fermez votre compte',
    effects: [
      'Pour garder le compte, reconnectez-vous avant cette date.',
      'Ce jour-là, votre nom, votre adresse e-mail et votre numéro de téléphone sont effacés ici. Personne ne peut les récupérer.',
      'Vous ne pourrez plus vous connecter à aucun service avec ce compte.',
      'Les services gardent ce qu’ils savent de vous. Demandez à chacun de l’effacer.',
    ],
    copy: 'Voulez-vous d’abord une copie\u00a0?',
    kept: 'Vous avez demandé la fermeture du compte, et vous vous êtes reconnecté. Il reste donc ouvert.',
    proveLead:
      'Pour fermer votre compte, saisissez votre mot de passe ou utilisez une clé d’accès. Cette confirmation est valable 5\u00a0minutes.',
    button: 'Fermer mon compte',
    back: 'Garder mon compte',
    lead: (count: number) =>
      `Vous êtes aussitôt déconnecté partout. Après ${days(count)}, le compte est fermé pour toujours.`,
  },
  asked: {
    title: 'Votre compte sera fermé',
    wayBack:
      'Si vous changez d’avis, connectez-vous avant\u00a0: il reste alors ouvert. Nous vous avons envoyé un e-mail à ce sujet.',
    button: 'Se connecter et garder le compte',
    when: (at: Html) => html`Vous êtes déconnecté partout. Le compte sera fermé le ${at}.`,
  },
  lost: {
    title: 'Avez-vous demandé la fermeture de votre compte\u00a0?',
    sentences: [
      'Il reste ouvert pendant que vous attendez ici, et encore deux semaines après. Nous vous disons le jour par e-mail.',
      'Pour garder votre compte, connectez-vous avant ce jour. Sinon, nous le fermons.',
    ],
  },
  holds: { closing: { less: 'la fermeture du compte en attente est arrêtée' } },
  events: {
    requested: () => html`Tout le monde a été déconnecté, parce que la fermeture du compte a été demandée`,
    calledOff: () => html`Quelqu’un s’est reconnecté, donc le compte reste ouvert`,
  },
  letters: {
    requested: ({ dueAt, signInAddress }, serviceName, moment) => ({
      subject: 'Votre compte sera fermé',
      before: [
        `Vous avez demandé la fermeture de votre compte chez ${serviceName}. Vous êtes déconnecté partout, et le compte sera fermé pour toujours le ${moment(dueAt)}.`,
        'Si ce n’est pas vous, ou si vous changez d’avis, connectez-vous avant\u00a0: le compte reste alors ouvert. Si ce n’est pas vous, changez aussi le mot de passe.',
      ],
      steps: [{ label: 'Se connecter et garder le compte', address: signInAddress }],
    }),
    putOff: ({ dueAt, signInAddress }, serviceName, moment) => ({
      subject: 'Votre compte reste ouvert plus longtemps',
      before: [
        `Vous avez demandé la fermeture de votre compte chez ${serviceName}. Vous dites maintenant que votre téléphone est perdu. Pour que vous puissiez vous reconnecter, nous ne fermons le compte que le ${moment(dueAt)}.`,
        'Si vous voulez garder le compte, connectez-vous avant.',
        'Si ce n’est pas vous, quelqu’un connaît votre mot de passe et lit vos e-mails\u00a0: choisissez de nouveaux mots de passe pour les deux.',
      ],
      steps: [{ label: 'Se connecter et garder le compte', address: signInAddress }],
    }),
    calledOff: ({ at }, serviceName, moment) => ({
      subject: 'Votre compte reste ouvert',
      before: [
        `Vous avez demandé la fermeture de votre compte chez ${serviceName}. Ensuite, quelqu’un s’est connecté ou a choisi un nouveau mot de passe. Nous ne le fermons donc pas (${moment(at)}). Si c’est vous et que vous voulez toujours le fermer, connectez-vous et demandez-le encore une fois.`,
        WAS_NOT_ME,
      ],
    }),
    closed: ({ registerAddress }, serviceName) => ({
      subject: 'Votre compte est fermé',
      before: [
        `Votre compte chez ${serviceName} est fermé, comme vous l’avez demandé. Votre nom, votre adresse e-mail et votre numéro de téléphone y sont effacés. C’est notre dernier e-mail.`,
        'Si ce n’est pas vous, dites-le aux responsables du service. Vous pouvez créer un nouveau compte avec la même adresse à tout moment\u00a0; il n’est pas lié à l’ancien.',
      ],
      steps: [{ label: 'Créer un nouveau compte', address: registerAddress }],
    }),
  },
  findings: {
    'closing-waits': {
      asked: (at) => html`Le ${at}, la fermeture du compte a été demandée, ce qui l’a déconnecté partout.`,
      due: (at) => html`Il sera fermé le ${at}.`,
      who: 'Vous avez demandé la fermeture de votre compte, ou quelqu’un qui connaît votre mot de passe l’a fait.',
      stay: (at) =>
        html`Connectez-vous avant le ${at}, et il reste ouvert. Si ce n’est pas vous qui l’avez demandé, choisissez ensuite un nouveau mot de passe.`,
    },
  },
}
