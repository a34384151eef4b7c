import type { Words } from './en.ts'

/** All words in French. */
export const fr: Words = {
  ownName: 'Français',
  direction: 'ltr',
  page: {
    town: 'Ville d’Exemple',
    title: 'Cartes de stationnement',
    description: 'Demandez une carte de stationnement et suivez votre demande.',
    skip: 'Aller au contenu',
    signedInAs: 'Connecté en tant que',
    account: 'Compte central',
    signOut: 'Se déconnecter',
    openAccount: 'Ouvrir le compte central',
    noScript: 'Cette page a besoin de JavaScript pour vous connecter.',
    starting: 'Un instant…',
    lead: 'Demandez une carte de stationnement pour votre rue, et vérifiez ici si elle est accordée.',
    signIn: 'Se connecter',
    createAccount: 'Créer un compte',
    signInHint:
      'Vous vous connectez avec votre compte central. C’est un seul compte pour tous les services publics.',
    oldSummary: 'J’ai déjà un compte de stationnement avec son propre mot de passe',
    oldTitle: 'Relier mon ancien compte',
    oldLead:
      'Connectez-vous une fois avec votre ancien mot de passe. Reliez ensuite le compte. Vos cartes restent ici, et l’ancien mot de passe n’est plus valable.',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    oldSignIn: 'Se connecter avec l’ancien mot de passe',
    connectTitle: 'Relier ce compte',
    connectLead:
      'Vous êtes connecté avec un ancien mot de passe. Reliez ce compte à votre compte central. Vos cartes restent ici, et l’ancien mot de passe n’est plus valable.',
    connect: 'Relier à mon compte central',
    permitsTitle: 'Vos cartes de stationnement',
    noPermits: 'Vous n’avez pas encore de carte. Demandez la première ci-dessous.',
    applyTitle: 'Demander une carte',
    plate: 'Plaque d’immatriculation',
    zone: 'Zone',
    apply: 'Demander',
    devicesTitle: 'Vos appareils',
    devicesLead: 'Vous êtes connecté au service des cartes de stationnement sur ces appareils.',
    officerTitle: 'Demandes en attente de décision',
    noApplications: 'Aucune demande n’est en attente.',
    languages: 'Langue',
    foot: 'Ceci est un programme d’exemple. Vous vous connectez avec votre compte central, et ce programme ne reçoit pas votre mot de passe.',
  },
  app: {
    locale: 'fr-FR',
    named: '{name}\u00a0: {about}',
    application: '{plate}, {applicant}',
    zones: {
      'old-town': 'Vieille ville',
      harbour: 'Port',
      'castle-hill': 'Colline du Château',
      'station-quarter': 'Quartier de la Gare',
    },
    statuses: { applied: 'Demandée', granted: 'Accordée', refused: 'Refusée' },
    applied: 'Vous avez demandé une carte de stationnement pour {plate}.',
    grant: 'Accorder',
    refuse: 'Refuser',
    download: 'Télécharger',
    noFile: 'Le fichier ne peut pas être téléchargé pour le moment. Réessayez dans un instant.',
    device: '{browser} sur {system}',
    unknownBrowser: 'Navigateur inconnu',
    thisDevice: 'Cet appareil',
    since: 'depuis le {date}',
    tryAgain: 'Réessayer',
    signIn: 'Se connecter',
    connectOld: 'Relier mon ancien compte',
    signInCentrally: 'Se connecter avec le compte central',
    signedOut: 'Vous êtes déconnecté.',
    signedOutHere:
      'Vous êtes déconnecté ici. Sur un ordinateur partagé, déconnectez-vous aussi de votre compte central.',
    offline:
      'Vous semblez être hors ligne. Rien n’est perdu. Continuez quand vous serez de nouveau connecté à Internet.',
    problems: {
      invalid_fields: 'Rien n’a été envoyé. Corrigez d’abord ceci\u00a0:',
      wrong_password:
        'L’adresse e-mail ou le mot de passe est incorrect. Si vous avez relié ce compte, connectez-vous avec votre compte central.',
      not_an_officer: 'Seuls les agents du stationnement peuvent faire cela.',
      own_application: 'Vous ne pouvez pas statuer sur votre propre demande.',
      already_applied: 'Vous avez déjà fait une demande pour cette voiture dans cette zone.',
      already_decided: 'Une décision a déjà été prise pour cette demande.',
      throttled: 'Trop de tentatives. Attendez {time}.',
      failed: 'Une erreur s’est produite chez nous. Vous n’y êtes pour rien. Réessayez dans un instant.',
      unavailable: 'Ce n’est pas disponible pour le moment. Rien n’a été modifié. Réessayez dans un instant.',
    },
    fields: {
      email: {
        missing: 'Saisissez votre adresse e-mail',
        wrong: 'Saisissez une adresse e-mail au format nom@example.com',
      },
      password: {
        missing: 'Saisissez votre ancien mot de passe',
        wrong: 'Saisissez un mot de passe de 256\u00a0caractères au maximum',
      },
      plate: {
        missing: 'Saisissez votre plaque d’immatriculation',
        wrong:
          'Saisissez une plaque de 2 à 12\u00a0caractères (lettres de A à Z et chiffres), dont au moins un chiffre',
      },
      zone: { missing: 'Choisissez une zone', wrong: 'Choisissez une zone de la liste' },
    },
    sso: {
      cancelled: 'Vous n’avez pas terminé la connexion.',
      existing_account:
        'Vous avez déjà un compte ici. Connectez-vous une fois avec l’ancien mot de passe, puis reliez ce compte à votre compte central.',
      unavailable: 'La connexion n’est pas disponible pour le moment. Rien n’a été modifié.',
      flow_not_found:
        'Cette connexion a commencé dans un autre navigateur, ou elle a pris trop de temps. Connectez-vous de nouveau.',
      handoff_refused: 'Cette connexion n’a pas pu aboutir. Connectez-vous de nouveau.',
      offline:
        'Nous ne pouvons pas vérifier votre connexion pour le moment. Vous êtes toujours connecté\u00a0; nous allons réessayer.',
      session_ended:
        'Vous êtes déconnecté ici, car cette connexion a été fermée depuis votre compte central. C’est le cas, par exemple, quand vous vous y déconnectez, quand vous retirez l’accès à ce programme ou quand vous changez de mot de passe. Vos cartes sont conservées. Reconnectez-vous pour continuer.',
      session_expired:
        'Vous êtes déconnecté ici, car cette connexion a été fermée ou est trop ancienne. Vos cartes sont conservées. Reconnectez-vous pour continuer.',
      storage_blocked:
        'Ce navigateur bloque le stockage, qui est nécessaire pour se connecter. Autorisez-le pour cette page, puis rechargez-la.',
      sso_disabled: 'La connexion est désactivée ici. Revenez plus tard.',
    },
    refusedConnection: {
      'central-account-taken':
        'Votre compte central est déjà relié à un autre compte de stationnement. Cet ancien compte ne peut donc pas y être relié. Rien n’a été modifié, et vous êtes toujours connecté à l’ancien compte. Pour utiliser l’autre, connectez-vous avec votre compte central.',
      'old-account-taken':
        'Votre ancienne connexion a pris fin, sans doute parce que ce compte a été relié entre-temps à un compte central. Rien n’a été modifié cette fois-ci. Connectez-vous avec ce compte central.',
      unknown:
        'Ces deux comptes ne peuvent pas être reliés. Rien n’a été modifié. Connectez-vous avec votre compte central pour voir à quel compte de stationnement il est relié.',
    },
  },
  file: {
    title: 'Ville d’Exemple\u00a0: carte de stationnement',
    plate: 'Plaque d’immatriculation\u00a0: {value}',
    zone: 'Zone\u00a0: {value}',
    granted: 'Accordée\u00a0: {value}',
    permit: 'Numéro de la carte\u00a0: {value}',
  },
}
