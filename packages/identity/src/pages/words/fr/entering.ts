import { type Html, html } from '../../../platform/html.ts'
import { plural } from '../../../platform/plurals.ts'
import type { englishEntering } from '../en/entering.ts'

const tries = plural('fr', { one: 'encore une fois', many: 'encore # de fois', other: 'encore # fois' })

/** Registration, recovery, sign-in and authorization, in French. */
export const frenchEntering: typeof englishEntering = {
  register: {
    title: 'Créez votre compte',
    lead: 'Un seul compte pour tous les services publics connectés. Une adresse e-mail suffit.',
    next: 'Nous vous enverrons un lien par e-mail. Ouvrez-le pour confirmer votre adresse et choisir un mot de passe.',
    button: 'Créer le compte',
    haveAccount: 'Vous avez déjà un compte\u00a0?',
    signIn: 'Se connecter',
  },
  checkEmail: {
    title: 'Consultez vos e-mails',
    registration: (address: Html) =>
      html`Si un compte peut être créé avec ${address}, nous avons envoyé un e-mail à cette adresse. Ouvrez le lien de cet e-mail pour continuer.`,
    recovery: (address: Html) =>
      html`Si ${address} correspond à un compte, nous avons envoyé un e-mail à cette adresse. Ouvrez le lien de cet e-mail pour choisir un nouveau mot de passe.`,
    'new-browser': (address: Html) =>
      html`Si ${address} correspond à un compte, nous avons envoyé un e-mail à cette adresse. Ouvrez le lien de cet e-mail avec ce navigateur.`,
    verification: (address: Html) =>
      html`Si ${address} doit encore être confirmée, nous avons envoyé un e-mail à cette adresse. Ouvrez le lien de cet e-mail pour la confirmer.`,
    anAddress: 'l’adresse que vous avez donnée',
    within: {
      registration: 'Le lien est valable 24\u00a0heures.',
      recovery: 'Le lien est valable 30\u00a0minutes et une seule fois.',
      'new-browser': 'Le lien est valable 30\u00a0minutes et une seule fois.',
      verification: 'Le lien est valable 24\u00a0heures.',
    },
    nothing: 'Si aucun e-mail n’arrive',
    steps: [
      'Attendez quelques minutes\u00a0: certaines messageries sont lentes.',
      'Regardez dans le dossier des courriers indésirables (spams).',
      'Vérifiez que l’adresse ne contient pas de faute de frappe.',
    ],
    again: 'Réessayer avec une autre adresse',
    refused: {
      title: 'Votre messagerie a refusé notre e-mail',
      lead: (address: Html) => html`L’e-mail envoyé à ${address} n’est pas arrivé.`,
      steps: [
        'Vérifiez l’orthographe de l’adresse.',
        'Si elle est juste, votre boîte est peut-être pleine. Faites de la place, puis envoyez à nouveau l’e-mail.',
      ],
    },
    close: 'Vous pouvez fermer cette page.',
    code: {
      lead: 'Vous pouvez aussi saisir ici le code de l’e-mail. C’est utile si vous lisez l’e-mail sur un autre appareil.',
      label: 'Code de l’e-mail',
      hint: '6 chiffres. Le code ne fonctionne que dans ce navigateur.',
      button: 'Continuer',
      problems: {
        unreadable: 'Saisissez les 6 chiffres du code de l’e-mail',
        wrong: (left: number) =>
          `Ce code n’est pas le bon. Vérifiez qu’il vient de l’e-mail le plus récent. Vous pouvez essayer ${tries(left)}.`,
        over: 'Le code de cet e-mail ne fonctionne plus.',
        overNext: 'Ouvrez le lien de l’e-mail le plus récent, ou faites-le envoyer à nouveau.',
        closed:
          'Trop de codes ont été saisis aujourd’hui pour cette adresse. Ouvrez le lien de l’e-mail le plus récent\u00a0: il fonctionne toujours.',
      },
    },
    resend: {
      button: 'Envoyer à nouveau l’e-mail',
      wait: (time: Html) => html`Vous pourrez l’envoyer à nouveau dans ${time}.`,
      few: 'Nous n’envoyons que quelques e-mails par heure à une adresse.',
      early: (time: string) =>
        `Nous venons d’envoyer l’e-mail, il est peut-être encore en route. Vous pourrez l’envoyer à nouveau dans ${time}.`,
      done: 'L’e-mail a été demandé à nouveau. Seul le code de l’e-mail le plus récent fonctionne.',
    },
  },
  setPassword: {
    registration: { title: 'Choisissez un mot de passe', button: 'Enregistrer le mot de passe' },
    recovery: {
      title: 'Choisissez un nouveau mot de passe',
      button: 'Enregistrer le nouveau mot de passe',
    },
    registrationLead: 'Cela confirme votre adresse e-mail et ouvre votre compte.',
    recoveryLead: 'Vous serez déconnecté partout, y compris de tous les services connectés.',
    recoveryKeys:
      'Les clés d’accès sont conservées, sauf celles ajoutées dans les 3 derniers jours avec le seul mot de passe\u00a0: supprimez celles que vous ne reconnaissez pas.',
    removes: 'Le nouveau mot de passe supprime aussi',
  },
  passwordSet: {
    registration: {
      title: 'Votre compte est prêt',
      what: 'Votre adresse e-mail est confirmée et votre mot de passe est enregistré.',
      next: 'Connectez-vous pour utiliser votre compte dans tous les services connectés.',
    },
    recovery: {
      title: 'Votre mot de passe est modifié',
      what: 'Vous avez été déconnecté partout, y compris de tous les services connectés.',
      next: 'Connectez-vous à nouveau avec votre nouveau mot de passe.',
    },
    removed: {
      title: 'Nous avons supprimé un nouveau moyen de connexion',
      why: 'Nous ne pouvons pas savoir si vous l’aviez ajouté, ou si c’était une autre personne entrée dans votre compte. C’est pourquoi ce qui est si récent est supprimé quand un mot de passe est choisi par e-mail.',
      next: 'Si c’était vous, connectez-vous et ajoutez-le à nouveau. Vous pouvez supprimer l’ancienne entrée sur votre appareil ou dans votre application.',
    },
    elsewhere:
      'Vous avez commencé sur un autre appareil ou dans un autre navigateur\u00a0? Vous pouvez aussi vous y connecter et reprendre où vous en étiez.',
    button: 'Se connecter',
  },
  addressVerified: {
    title: 'Votre adresse e-mail est confirmée',
    what: 'Vous pouvez à nouveau utiliser les services connectés.',
    button: 'Continuer',
  },
  linkInvalid: {
    title: 'Ce lien ne fonctionne pas',
    what: 'Il a peut-être expiré, déjà servi, ou il n’est pas complet. Rien n’a été modifié.',
    signIn: {
      next: 'Avez-vous déjà choisi votre mot de passe\u00a0? Alors vous pouvez vous connecter.',
      button: 'Se connecter',
    },
    registration: {
      next: 'Inscrivez-vous à nouveau et nous vous enverrons un nouveau lien.',
      button: 'Obtenir un nouveau lien',
    },
    recovery: {
      next: 'Demandez un nouveau lien. Nous l’envoyons à votre adresse e-mail.',
      button: 'Obtenir un nouveau lien',
    },
    'new-browser': {
      next: 'Connectez-vous encore une fois. Si un lien reste nécessaire, vous pourrez en demander un nouveau.',
      button: 'Aller à la page de connexion',
    },
    verification: {
      next: 'Allez à votre compte et demandez-y un nouveau lien.',
      button: 'Aller à votre compte',
    },
  },
  login: {
    title: 'Connectez-vous',
    toProgram: (program: Html) => html`pour continuer vers ${program}`,
    provesAgain: (program: Html) =>
      html`Vous êtes connecté. Pour continuer sur ${program}, prouvez encore une fois que c’est vous.`,
    button: 'Se connecter',
    wrong: 'L’adresse e-mail et le mot de passe ne correspondent pas. Vérifiez les deux et réessayez.',
    wrongHelp:
      'Vous venez de vous inscrire\u00a0? Ouvrez d’abord le lien de l’e-mail que nous vous avons envoyé.',
    signedOut: {
      title: 'Vous avez été déconnecté.',
      whys: {
        elsewhere: 'Cette session a été fermée depuis un autre appareil.',
        changed:
          'Votre compte a été modifié, par exemple le mot de passe. Vous êtes alors déconnecté partout.',
      },
      kept: 'Reconnectez-vous\u00a0: ce que vous avez saisi est toujours là.',
    },
    lapsed: (program: Html) =>
      html`${program} a attendu une heure et n’attend plus. Vous pouvez vous connecter ici. Ensuite, ouvrez ${program} à nouveau.`,
    forgotten: 'Mot de passe oublié\u00a0?',
    noAccount: 'Pas encore de compte\u00a0?',
    register: 'Créer un compte',
  },
  recover: {
    title: 'Récupérez votre compte',
    lead: 'Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    button: 'Envoyer le lien',
    remembered: 'Vous avez retrouvé votre mot de passe\u00a0?',
    signIn: 'Se connecter',
  },
  newBrowser: {
    title: 'Confirmez d’abord que c’est bien vous',
    lead: 'De nombreux mots de passe ou codes incorrects ont été saisis pour cette adresse e-mail. Un navigateur qui ne s’est encore jamais connecté avec cette adresse a donc besoin d’un lien envoyé par e-mail.',
    known: 'Dans un navigateur où vous vous êtes déjà connecté, vous pouvez vous connecter comme d’habitude.',
    button: 'Envoyer le lien',
    forgotten: 'Mot de passe oublié\u00a0?',
    recover: 'En choisir un nouveau',
    signIn: 'Se connecter avec une autre adresse',
  },
  verifyBrowser: {
    title: 'Utilisez ce navigateur pour votre compte',
    lead: 'Saisissez l’adresse e-mail de votre compte pour confirmer que vous avez ouvert ce lien vous-même. Ensuite, vous pourrez vous connecter avec ce navigateur et votre mot de passe, comme d’habitude.',
    wrong: 'Saisissez l’adresse à laquelle l’e-mail avec le lien a été envoyé',
    stop: 'Si vous n’avez pas demandé ce lien, fermez cette page.',
    button: 'Utiliser ce navigateur',
  },
  receives: {
    identity: 'Un identifiant de compte, pour vous reconnaître quand vous revenez',
    name: 'Votre nom',
    email: 'Votre adresse e-mail',
    phone: 'Votre numéro de téléphone, si vous l’avez donné',
    language: 'Votre langue',
    'stay-connected':
      'L’autorisation de rester connecté jusqu’à 14\u00a0jours sans vous redemander votre accord',
  },
  confirm: {
    title: 'Continuez vers un service',
    heading: (program: Html) => html`Continuer vers ${program}\u00a0?`,
    reasons: {
      first: 'Si vous continuez, ce service sera connecté à votre compte.',
      'new-scopes': 'Ce service demande à voir plus d’informations qu’avant.',
      asked: 'Ce service vous demande de confirmer encore une fois.',
      switched:
        'Depuis la dernière page, quelqu’un s’est connecté ou déconnecté dans ce navigateur. Continuez seulement si ce compte est le vôtre.',
      unled:
        'Vous avez ouvert cette page par un lien, et non depuis une page du service. Continuez seulement si vous le souhaitiez.',
    },
    signedInAs: 'Vous êtes connecté en tant que',
    receives: 'Le service recevra',
    never: 'Il ne voit jamais votre mot de passe.',
    goesTo: (host: Html) => html`Vous irez sur ${host}.`,
    button: (program: Html) => html`Continuer vers ${program}`,
    cancel: 'Annuler',
    another: 'Utiliser un autre compte',
  },
  verificationRequired: {
    title: 'Confirmez votre adresse e-mail',
    what: (address: Html) =>
      html`Votre adresse ${address} doit être confirmée à nouveau avant que vous puissiez utiliser un service.`,
    next: 'Nous enverrons un lien à cette adresse. Ouvrez-le, puis retournez au service et connectez-vous à nouveau.',
    button: 'Envoyer un nouveau lien',
  },
  verifyAddress: {
    title: 'Confirmez votre adresse e-mail',
    lead: 'Saisissez votre mot de passe pour confirmer que vous avez ouvert ce lien vous-même.',
    button: 'Confirmer l’adresse',
  },
}
