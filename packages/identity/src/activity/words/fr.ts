import { type Html, html } from '../../platform/html.ts'
import type { ActivityWords } from './en.ts'

/** What happened with the account, and what to do about it, in French. */
export const fr: ActivityWords = {
  nav: 'Activité',
  glance: { title: 'Ce qui s’est passé récemment', all: 'Toute l’activité' },
  page: {
    title: 'Activité',
    lead: 'Ce qui s’est passé avec votre compte, le plus récent d’abord. Si vous trouvez quelque chose que vous n’avez pas fait, dites-le-nous.',
    none: 'Il ne s’est encore rien passé.',
    older: 'Activité plus ancienne',
    newest: 'Activité la plus récente',
    wasNotMe: 'Il y a quelque chose que je n’ai pas fait',
    address: 'adresse réseau',
    unknownProgram: 'un service qui n’existe plus',
  },
  wasNotMe: {
    title: 'Quelqu’un d’autre est-il entré dans votre compte\u00a0?',
    lead: 'Si vous n’avez pas fait quelque chose qui se trouve dans votre activité, déconnectez tout le monde maintenant. Votre e-mail vous permettra de revenir.',
    effects: [
      'Tout le monde est déconnecté ici et dans tous les services, vous aussi.',
      'Votre mot de passe cesse aussitôt de fonctionner.',
      'Vos clés d’accès sont supprimées. Vous pouvez les ajouter de nouveau.',
      'Vos applications pour les codes sont conservées, sauf celles ajoutées dans les 3 derniers jours avec le seul mot de passe. Si vous les avez perdues, dites-le à la connexion.',
    ],
    button: 'Déconnecter tout le monde',
    back: 'Ne rien changer',
    mail: (email: Html) =>
      html`Nous envoyons un lien à ${email}. Avec ce lien, vous choisissez un nouveau mot de passe.`,
  },
  locked: {
    title: 'Tout le monde est déconnecté',
    lifetime: 'Le lien fonctionne pendant 30\u00a0minutes. Après, demandez-en un autre.',
    again: 'Demander un autre lien',
    next: (email: Html) =>
      html`Plus personne n’est connecté à votre compte. Nous avons envoyé un lien à ${email}\u00a0: ouvrez-le et choisissez un nouveau mot de passe.`,
  },
}
