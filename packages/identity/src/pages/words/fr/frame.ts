import { plural } from '../../../platform/plurals.ts'
import type { englishEveryPage } from '../en/frame.ts'

/** The words on every page, in French. */
export const frenchEveryPage: typeof englishEveryPage = {
  direction: 'ltr',
  ownName: 'Français',
  between: ' ',
  language: {
    label: 'Langue',
    button: 'Changer de langue',
    field: 'Langue des pages et des e-mails',
    hint: 'Pour toutes les pages quand vous êtes connecté, et pour tous les e-mails que nous vous envoyons.',
  },
  skip: 'Aller au contenu principal',
  yourAccount: 'Votre compte',
  errorInTitle: 'Erreur\u00a0: ',
  footer: 'Nous ne demandons jamais votre mot de passe par e-mail, par message ou par téléphone.',
  foot: {
    label: 'À propos de ce service',
    help: 'Aide',
    privacy: 'Données personnelles',
    accessibility: 'Déclaration d’accessibilité',
  },
  typedAgain:
    'Ce que vous avez saisi est de nouveau là. Ce n’est pas encore enregistré\u00a0: vérifiez, puis envoyez.',
  problemHeading: 'Il y a un problème',
  reference: 'Numéro de référence',
  referenceHint: 'Gardez ce numéro sous la main si vous demandez de l’aide.',
  optional: '(facultatif)',
  account: 'Compte',
  toSignIn: 'Aller à la page de connexion',
  toAccount: 'Aller à votre compte',
  openAgain: 'Ouvrir la page à nouveau',
  seconds: plural('fr', { one: '#\u00a0seconde', many: '#\u00a0de secondes', other: '#\u00a0secondes' }),
  minutes: plural('fr', { one: '#\u00a0minute', many: '#\u00a0de minutes', other: '#\u00a0minutes' }),
}
