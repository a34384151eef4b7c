import { type Html, html } from '../../../platform/html.ts'
import type { englishLostApp } from '../en/lost-app.ts'
import { plural } from '../plurals.ts'

const days = plural('fr', { one: '#\u00a0jour', many: '#\u00a0de jours', other: '#\u00a0jours' })

/** Lost apps for codes, and new names, in French. */
export const frenchLostApp: typeof englishLostApp = {
  lostApp: {
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
    why: 'Nous attendons pour que personne ne puisse supprimer votre application avec votre seul mot de passe et vos e-mails.',
    button: 'Envoyer l’e-mail',
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
}
