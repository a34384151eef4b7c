import type { englishForms } from '../en/forms.ts'

/** Labels, hints and problems of forms, in French. */
export const frenchForms: typeof englishForms = {
  labels: {
    full_name: 'Nom complet',
    email: 'Adresse e-mail',
    phone_number: 'Numéro de téléphone',
    password: 'Mot de passe',
    new_password: 'Nouveau mot de passe',
    current_password: 'Mot de passe actuel',
  },
  /** The button beside a new password. */
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  charactersSoFar: 'Nombre de caractères :',
  hints: {
    email: 'Nous envoyons un lien à cette adresse.',
    phone_number:
      'Les services peuvent vous appeler à ce numéro. Nous ne le faisons pas. 20 caractères au maximum, de préférence avec l’indicatif du pays, comme +33 1 42 75 80 00.',
    password: (minimum: number) =>
      `Utilisez au moins ${minimum} caractères. Quatre ou cinq mots sans rapport entre eux forment un mot de passe sûr. Les espaces sont autorisés.`,
  },
  fieldProblems: {
    full_name: {
      required: 'Saisissez votre nom complet',
      blank: 'Saisissez votre nom complet',
      invalid: 'Saisissez votre nom sans caractère de contrôle ni retour à la ligne',
      max_length: 'Raccourcissez votre nom à 150 caractères au maximum',
    },
    email: {
      required: 'Saisissez votre adresse e-mail',
      blank: 'Saisissez votre adresse e-mail',
      invalid: 'Saisissez une adresse e-mail au format nom@example.com',
      max_length: 'Saisissez une adresse e-mail de 320 caractères au maximum',
    },
    phone_number: {
      required: 'Saisissez un numéro de téléphone ou laissez le champ vide',
      blank: 'Saisissez un numéro de téléphone ou laissez le champ vide',
      invalid: 'Saisissez le numéro de téléphone sans caractère de contrôle ni retour à la ligne',
      max_length: 'Raccourcissez le numéro de téléphone à 20 caractères au maximum',
    },
    password: {
      blank: 'Saisissez un mot de passe',
      too_short: (minimum: number) => `Utilisez au moins ${minimum} caractères pour votre mot de passe`,
      too_long: 'Utilisez 256 caractères au maximum pour votre mot de passe',
      space_first:
        'Votre mot de passe commence par une espace ou un caractère invisible. Retirez-le : on l’oublie facilement en tapant le mot de passe.',
      space_last:
        'Votre mot de passe se termine par une espace ou un caractère invisible. Retirez-le : on l’oublie facilement en tapant le mot de passe.',
      space_around:
        'Votre mot de passe commence et se termine par une espace ou un caractère invisible. Retirez-les : on les oublie facilement en tapant le mot de passe.',
    },
    current_password: {
      required: 'Saisissez votre mot de passe actuel',
      wrong: 'Saisissez à nouveau votre mot de passe actuel\u00a0: celui-ci n’est pas correct',
    },
  },
  guessablePassword: {
    common: 'Ce mot de passe figure sur une liste que les pirates essaient en premier.',
    decorated: 'Ce mot de passe se compose de mots ou de mots de passe très connus, avec peu d’ajouts.',
    personal: 'Ce mot de passe contient votre nom, votre adresse e-mail ou votre numéro de téléphone.',
    service: 'Ce mot de passe contient le nom de ce site ou d’un service connecté.',
    keyboard: 'Ce mot de passe est une suite de touches du clavier.',
    sequence: 'Ce mot de passe est une suite de lettres ou de chiffres dans l’ordre.',
    repeated: 'Ce mot de passe répète le même élément.',
    dates: 'Ce mot de passe se compose de dates ou d’années.',
  },
  betterPassword: 'Utilisez au moins quatre mots sans rapport entre eux.',
  troubles: {
    busy: 'Beaucoup de personnes se connectent en ce moment. Rien n’a été modifié. Attendez une minute, puis réessayez.',
    unavailable:
      'Nous rencontrons un problème technique. Rien n’a été modifié. Réessayez dans quelques minutes.',
    'mail-unavailable':
      'Nous ne pouvons pas envoyer d’e-mails en ce moment\u00a0; aucun e-mail n’a donc été envoyé à l’instant. Réessayez dans quelques minutes.',
    'unknown-browser':
      'Trop de mots de passe incorrects ont été saisis pour ce compte. Déconnectez-vous, puis reconnectez-vous. Nous vous dirons alors comment continuer dans ce navigateur.',
    'form-expired':
      'Cette page est restée ouverte trop longtemps, ou quelqu’un s’est connecté ou déconnecté entre-temps. Rien n’a été envoyé. Vérifiez votre saisie, puis envoyez-la encore une fois. Si vous lisez à nouveau ce message, autorisez les cookies de ce site.',
    'link-over':
      'Ce lien a expiré ou a déjà servi. Rien n’a été modifié. Ce que vous avez saisi est toujours là\u00a0: envoyez-le encore une fois et nous vous enverrons un nouveau lien.',
    wait: (duration: string) => `Il y a eu trop de tentatives. Attendez ${duration}, puis réessayez.`,
  },
}
