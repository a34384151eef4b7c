import { type Html, html } from '../../../platform/html.ts'
import type { englishClosing } from '../en/closing.ts'
import { plural } from '../plurals.ts'

const days = plural('fr', { one: '#\u00a0jour', many: '#\u00a0de jours', other: '#\u00a0jours' })

/** Closing the account, in French. */
export const frenchClosing: typeof englishClosing = {
  closeAccount: {
    link: 'Fermer votre compte',
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
  closingAsked: {
    title: 'Votre compte sera fermé',
    wayBack:
      'Si vous changez d’avis, connectez-vous avant\u00a0: il reste alors ouvert. Nous vous avons envoyé un e-mail à ce sujet.',
    button: 'Se connecter et garder le compte',
    when: (at: Html) => html`Vous êtes déconnecté partout. Le compte sera fermé le ${at}.`,
  },
}
