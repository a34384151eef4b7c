import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { SupportWords } from './en.ts'

const tries = plural('fr', {
  one: 'Depuis la dernière connexion, # essai a échoué, le',
  many: 'Depuis la dernière connexion, # d’essais ont échoué, le dernier le',
  other: 'Depuis la dernière connexion, # essais ont échoué, le dernier le',
})
const afterForgiving = plural('fr', {
  one: 'Depuis l’oubli des essais précédents, # essai a échoué, le',
  many: 'Depuis l’oubli des essais précédents, # d’essais ont échoué, le dernier le',
  other: 'Depuis l’oubli des essais précédents, # essais ont échoué, le dernier le',
})
const recent = {
  tries: (count: number, at: Html) => html`${tries(count)} ${at}.`,
  triesAfterForgiving: (count: number, at: Html) => html`${afterForgiving(count)} ${at}.`,
}

/** What a supporter is told, in French. */
export const fr: SupportWords = {
  findings: {
    'last-failed-wrong-password': {
      ...recent,
      what: 'Le mot de passe était faux.',
      tell: 'Le mot de passe était faux. Cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0», et choisissez-en un nouveau.',
    },
    'last-failed-unreadable-hash': {
      ...recent,
      what: 'Le hachage enregistré du mot de passe est illisible\u00a0: il est abîmé, ou scellé avec une clé secrète que le service n’a pas.',
      tell: 'Cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0», et choisissez un nouveau mot de passe.',
    },
    'last-failed-wrong-code': {
      ...recent,
      what: 'Le mot de passe était juste et le code était faux.',
      tell: 'Le code était faux. Réglez l’horloge de votre téléphone sur automatique, et saisissez le code que l’application affiche maintenant.',
    },
    'last-failed-replayed-code': {
      ...recent,
      what: 'Le mot de passe était juste, et le code avait déjà servi.',
      tell: 'Chaque code sert une fois. Attendez que l’application affiche le suivant.',
    },
    'last-failed-wrong-recovery-code': {
      ...recent,
      what: 'Le mot de passe était juste et le code de secours était faux.',
      tell: 'Le code de secours était faux, ou il a déjà servi. Essayez le suivant de votre liste.',
    },
    'signed-out-by-operator': {
      ended: (name: Html, at: Html) =>
        html`${name}, de l’équipe, a déconnecté cette personne partout le ${at}, et personne ne s’est connecté depuis.`,
      tell: (at: Html) => html`Le ${at}, les responsables de ce service vous ont déconnecté partout.`,
      newest: {
        'signed-in': (at: Html) =>
          html`Le ${at}, quelqu’un s’est connecté avec un navigateur nouveau pour votre compte. Si ce n’était pas vous, choisissez un nouveau mot de passe.`,
        'password-reset': (at: Html) =>
          html`Le ${at}, quelqu’un a choisi un nouveau mot de passe pour votre compte par un lien reçu par e-mail. Si ce n’était pas vous, protégez votre boîte, puis choisissez un nouveau mot de passe.`,
        'browser-admitted': (at: Html) =>
          html`Le ${at}, un lien reçu par e-mail a admis un navigateur nouveau pour votre compte. Si ce n’était pas vous, protégez votre boîte, puis choisissez un nouveau mot de passe.`,
      },
      noNewBrowser:
        'Ces 30 derniers jours, personne ne s’est connecté avec un navigateur nouveau pour votre compte, et aucun lien reçu par e-mail n’en a admis un ni n’a fixé de nouveau mot de passe.',
      noNewBrowserSince: (at: Html) =>
        html`Votre compte a été créé le ${at}. Depuis, personne ne s’est connecté avec un autre navigateur nouveau pour lui, et aucun lien reçu par e-mail n’en a admis un ni n’a fixé de nouveau mot de passe.`,
      again: 'Connectez-vous de nouveau.',
    },
  },
  leads: {
    slows: 'Le compte peut être utilisé. Mais\u00a0:',
    waits: 'Rien n’empêche cette personne d’entrer maintenant. Mais\u00a0:',
    tells:
      'Portico ne connaît rien qui empêche cette personne d’entrer. Les limites de son réseau ne se voient pas d’ici. Demandez ce qu’affiche la page, et son numéro.',
  },
  nothing: {
    several:
      'Plusieurs comptes ou services portent ce nom ou ce numéro de téléphone. Demandez l’adresse e-mail.',
    oneName:
      'Cela ne trouve personne. Un prénom ou un nom seul ne trouve personne, sauf si c’est le nom entier\u00a0: écrivez le nom entier de la personne ou du service, ou demandez l’adresse e-mail.',
    orNumber:
      'Si c’est le numéro d’une page, il n’est pas encore connu, ou il a plus d’un jour\u00a0: réessayez dans une demi-minute.',
    nothing:
      'Cela ne trouve personne\u00a0: ce n’est ni une adresse e-mail, ni un sujet, ni un service, ni le numéro d’une page, ni un téléphone, ni un nom entier. Demandez l’adresse e-mail.',
    address:
      'Personne n’a de compte avec cette adresse, et personne n’en a demandé ces derniers jours. Demandez une autre adresse, ou comment elle s’écrit. Avec celle-ci, tout le monde peut créer un compte.',
    program: 'Rien n’empêche d’entrer dans ce service.',
  },
  page: {
    answered: (at, events) => html`La page qui porte ce numéro a été envoyée le ${at}\u00a0: ${events}.`,
    again:
      'Si la personne vient de lire le numéro, réessayez dans une demi-minute\u00a0: les pages qui refusent sont connues quelques secondes plus tard.',
    noEvent:
      'Sinon, aucun événement du dernier jour ne porte ce numéro\u00a0: la page n’a rien changé, il n’y a pas de page à l’adresse ouverte, ou elle est plus ancienne. Majuscules et minuscules comptent.',
    noAccount:
      'Aucun compte ne correspond à ce qui a été saisi. Demandez l’adresse e-mail qui a été saisie, et cherchez-la.',
    inLog: (name) => html`Le log l’appelle ${name}.`,
  },
}
