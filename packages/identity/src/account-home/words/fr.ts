import type { HomeWords } from './en.ts'

/** The home of the account, in French. */
export const fr: HomeWords = {
  title: 'Votre compte',
  ways: 'Comment vous vous connectez',
  change: 'Modifier',
  password: { title: 'Mot de passe', state: 'Utilisé' },
  security: {
    title: 'Connexion et sécurité',
    lead: 'Tout ce qui vous fait entrer dans votre compte, et ce qui le rend plus sûr.',
  },
  sessions: 'Si vous n’y reconnaissez pas un navigateur, déconnectez-le.',
  toSessions: 'Voir où vous êtes connecté',
}
