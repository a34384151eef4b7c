import { html } from '../../platform/html.ts'
import type { PageWords, RefusalWords } from './en.ts'

const page: PageWords = {
  refused: (at) => html`Une page a refusé le ${at}.`,
  named: (page, why) => html`Le log l’appelle ${page}, ${why}.`,
  until: (until) => html`Elle refuse jusqu’au ${until}.`,
  over: (until) => html`C’était fini le ${until}.`,
  again: 'C’est fini. Réessayez une fois.',
  wait: (until) => html`Attendez jusqu’au ${until}.`,
  linksWork: 'Un lien que vous avez déjà marche jusqu’à la fin de son délai.',
}

/** Why a page refused, in French. */
export const fr: RefusalWords = {
  findings: {
    'page-refused-network': {
      ...page,
      what: 'Trop de demandes sont venues du réseau de cette personne. Tous ceux qui partagent la connexion comptent, par exemple dans un bureau, un hôtel ou chez un opérateur de téléphonie.',
      tell: 'Trop de demandes sont venues de votre réseau, peut-être d’autres personnes.',
      wait: (until) =>
        html`Attendez jusqu’au ${until}, ou utilisez une autre connexion, par exemple celle d’un téléphone mobile.`,
    },
    'page-refused-address': {
      ...page,
      what: 'On a trop demandé pour une adresse e-mail, cette personne ou quelqu’un d’autre. Demandez l’adresse et cherchez-la\u00a0: vous verrez ce que ses e-mails sont devenus.',
      tell: 'On a trop demandé pour cette adresse e-mail. Cherchez le dernier e-mail, aussi parmi les indésirables.',
    },
    'page-refused-account': {
      ...page,
      what: 'Le compte a fait cela trop souvent en peu de temps.',
      tell: 'Vous avez fait cela trop souvent en peu de temps.',
    },
    'page-refused-guesses': {
      ...page,
      what: 'Trop de mots de passe ou de codes faux sont venus de cet endroit ou de ce navigateur. «\u00a0Mot de passe oublié\u00a0?\u00a0» n’a pas à attendre.',
      tell: 'Trop de mots de passe ou de codes étaient faux.',
      wait: (until) =>
        html`Cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0», ou attendez jusqu’au ${until}.`,
    },
    'page-refused-mail-again': {
      ...page,
      what: 'Le dernier e-mail vient de partir et peut encore arriver. Il n’est pas renvoyé si tôt.',
      tell: 'Le dernier e-mail peut encore arriver. Regardez aussi parmi les indésirables.',
    },
    'page-refused-no-cookie': {
      ...page,
      what: 'Le navigateur n’a envoyé aucun de nos cookies\u00a0: il les refuse, il était privé et a été fermé, ou un autre site affiche notre page dans un cadre.',
      tell: 'Autorisez les cookies pour notre site, ou prenez un autre navigateur. Ouvrez la page dans sa propre fenêtre, et renvoyez le formulaire.',
    },
    'page-refused-foreign-form': {
      ...page,
      what: 'Rien ne disait que le formulaire venait d’une de nos pages\u00a0: un autre site l’a envoyé, ou quelque chose dans le navigateur l’a modifié.',
      tell: 'Tapez vous-même notre adresse, ou commencez dans le service. Désactivez ce qui modifie les pages dans votre navigateur. Puis renvoyez le formulaire.',
    },
    'page-refused-old-form': {
      ...page,
      what: 'La page du formulaire était plus ancienne que la dernière connexion ou déconnexion dans ce navigateur, ou le navigateur avait perdu nos cookies.',
      tell: 'Rechargez la page, et remplissez le formulaire une nouvelle fois.',
    },
    'page-refused-unreadable': {
      ...page,
      what: 'Quelque chose dans l’adresse ou dans le formulaire manquait, était abîmé ou trop long.',
      tell: 'Recommencez dans le service ou sur notre page, et non par un favori ou par le bouton «\u00a0Retour\u00a0».',
    },
    'page-refused-program': {
      ...page,
      what: 'Le service d’où vient cette personne nous est inconnu, ou il est désactivé. Cherchez le service par son nom.',
      tell: 'Le service d’où vous venez ne peut pas vous connecter. Dites-le à ceux qui le gèrent.',
    },
    'page-refused-return-address': {
      ...page,
      what: 'Le service n’a pas donné d’adresse de retour, ou en a donné une qui n’est pas enregistrée pour lui. C’est à ceux qui le gèrent de corriger cela.',
      tell: 'Le service d’où vous venez a un défaut. Dites-le à ceux qui le gèrent.',
    },
    'page-refused-late': {
      ...page,
      what: 'La demande du service avait attendu une heure, ou elle était d’un autre navigateur.',
      tell: 'Retournez dans le service, et connectez-vous de nouveau à partir de là.',
    },
    'page-refused-link': {
      ...page,
      what: 'Le lien ou le code d’un e-mail avait déjà servi, était trop ancien, remplacé par un plus récent ou incomplet.',
      tell: 'Prenez l’e-mail le plus récent, ou demandez-en un autre.',
    },
    'page-refused-new-browser': {
      ...page,
      what: 'Après beaucoup de mots de passe faux de suite, le compte n’accepte aucun mot de passe dans un navigateur qu’il ne connaît pas. Un lien par e-mail ouvre ce navigateur.',
      tell: 'Demandez le lien sur cette page, et ouvrez-le dans le même navigateur.',
    },
    'page-refused-unverified': {
      ...page,
      what: 'Le service n’accepte que les comptes dont l’adresse est vérifiée.',
      tell: 'Sur cette page, cliquez sur le bouton qui envoie un lien, et ouvrez ce lien.',
    },
    'page-refused-our-fault': {
      ...page,
      what: 'Portico n’a pas pu répondre\u00a0: il était occupé, il avait un défaut, ou il ne pouvait pas envoyer d’e-mail. Le log a le numéro.',
      tell: 'C’était notre faute. Réessayez dans quelques minutes.',
    },
    'page-refused-otherwise': {
      ...page,
      what: 'Seul le log donne la raison.',
      tell: 'Faites ce que dit la page. Si cela n’aide pas, lisez-la-moi.',
    },
  },
}
