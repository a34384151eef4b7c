import type { PageWords } from './page-words.ts'

/** French. */
export const fr: PageWords = {
  title: 'Connexion',
  sentences: {
    cancelled: 'Vous n’avez pas terminé la connexion.',
    existing_account:
      'Vous avez déjà un compte ici. Connectez-vous comme avant, puis reliez-le à votre compte central.',
    unavailable: 'La connexion est impossible pour le moment. Rien n’a été modifié.',
    other_account:
      'Vous vous êtes connecté avec un autre compte qu’auparavant. Revenez en arrière et connectez-vous avec le premier.',
    insufficient_user_authentication:
      'Cette page demande une connexion plus récente, ou plus sûre qu’un mot de passe, par exemple avec une clé d’accès. Vous êtes connecté comme avant.',
    other_browser:
      'Cette connexion a commencé dans un autre navigateur, ou trop de connexions ont commencé en même temps, ou ce navigateur ne garde pas de cookies. Personne n’a été connecté.',
    old_sign_in_missing: 'Connectez-vous d’abord ici comme avant. Reliez ensuite votre compte.',
    fresh_sign_in_required:
      'Saisissez d’abord ici encore une fois votre mot de passe. Reliez ensuite votre compte.',
    bad_path: 'Cette adresse ne mène à aucune page de ce site. Revenez en arrière et recommencez.',
    bad_demand: 'Cette adresse demande une connexion qui n’existe pas. Revenez en arrière et recommencez.',
    no_page: 'Ouvrez cette adresse comme une page.',
    several_cookies:
      'Votre navigateur envoie deux fois un cookie de ce site. Supprimez les cookies de ce site.',
    too_many: 'Trop de tentatives. Attendez une minute, puis réessayez.',
    try_later:
      'La connexion est impossible pour le moment. Rien n’a été modifié : réessayez dans une minute.',
    unknown_sign_in: 'Ce lien de connexion est inconnu ici. Revenez à l’application et recommencez.',
    on_the_way: 'La page de connexion va s’ouvrir.',
  },
  links: {
    again: 'Se connecter de nouveau',
    back: 'Retour',
    home: 'Aller à la page d’accueil',
    reload: 'Recharger cette page',
    restart: 'Recommencer',
    onward: 'Continuer',
  },
}
