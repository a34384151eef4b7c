import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in French. */
export const fr: BringWords = {
  events: {
    brought: () => html`Le compte a été transféré ici depuis un autre service`,
    invited: () => html`Un e-mail a annoncé que le compte est maintenant ici`,
  },
  letters: {
    moved: ({ keepsPassword, address, movedFrom }, serviceName) => {
      const from = movedFrom ?? 'un autre service de la même organisation'
      return {
        subject: 'Votre compte a été transféré',
        before: [
          `Vous aviez un compte chez ${from}. L’organisation qui le gère l’a transféré vers ${serviceName}\u00a0: c’est là que vous vous connectez désormais.`,
          keepsPassword
            ? 'Connectez-vous avec cette adresse e-mail et le mot de passe que vous utilisiez jusqu’à présent.'
            : 'Votre ancien mot de passe n’a pas pu être transféré. Pour en choisir un nouveau, saisissez cette adresse e-mail sur notre page pour un mot de passe oublié\u00a0: nous vous envoyons alors un lien.',
          'Pour cela, vous n’avez besoin d’aucun lien de cet e-mail\u00a0: vous pouvez aussi saisir vous-même l’adresse ci-dessous dans votre navigateur.',
        ],
        steps: [{ label: keepsPassword ? 'Se connecter' : 'Choisir un nouveau mot de passe', address }],
        after: [
          'Si vous n’avez pas demandé ce compte, dites-le aux responsables du service. Vous n’avez rien d’autre à faire.',
        ],
      }
    },
  },
  findings: {
    'account-moved': {
      brought: (at) =>
        html`Le compte vient d’un autre système, depuis le ${at}. Personne ne s’y est connecté ici.`,
      invited: (at) => html`Un e-mail l’a annoncé à la personne le ${at}.`,
      notInvited: 'Aucun e-mail ne l’a annoncé à la personne.',
      late: 'Il n’a pas été envoyé à temps.',
      tell: 'Votre compte a été transféré ici depuis un autre service.',
      withPassword: 'Connectez-vous avec votre adresse et le mot de passe que vous utilisiez là-bas.',
      withoutPassword:
        'Cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion, et choisissez un nouveau mot de passe avec le lien de l’e-mail.',
    },
  },
}
