import { type Html, html } from '../../../platform/html.ts'
import type { ChangeFindingWords } from './en.ts'

const sent = (at: Html) =>
  html`L’e-mail qui permet de revenir à l’ancienne adresse lui a été envoyé le ${at}.`
const sentAgain = (at: Html) =>
  html`L’e-mail qui permet de revenir à l’ancienne adresse a été renvoyé le ${at}.`

/** What a supporter is told of a new address, in French. */
export const fr: ChangeFindingWords = {
  'address-change-waits': {
    asked: (at) => html`Le ${at}, une nouvelle adresse a été demandée.`,
    from: (at) => html`Elle sert à la connexion à partir du ${at}, et l’ancienne jusque-là.`,
    sent,
    sentAgain,
    signIn: 'Pour l’instant, connectez-vous avec l’ancienne adresse.',
    pressLink:
      'Si ce n’est pas vous qui l’avez demandé, ouvrez le lien de l’e-mail reçu à l’ancienne adresse.',
    stopInAccount:
      'L’e-mail à ce sujet n’est pas arrivé à l’ancienne adresse. Si ce n’est pas vous qui l’avez demandé, cliquez sur «\u00a0Garder l’ancienne adresse\u00a0» dans votre compte, et choisissez un nouveau mot de passe.',
  },
  'address-link-waits': {
    asked: (at) =>
      html`Le ${at}, une nouvelle adresse a été demandée, et un e-mail avec un lien lui a été écrit.`,
    works: (at) =>
      html`Personne n’a encore ouvert ce lien. Il est valable jusqu’au ${at}. Tant qu’il n’est pas ouvert, rien ne change.`,
    openLink:
      'Ouvrez le lien du dernier e-mail reçu à la nouvelle adresse. Tant que le changement n’est pas fait, connectez-vous avec l’adresse que vous avez maintenant.',
    askAgain:
      'Notre e-mail n’est pas arrivé à la nouvelle adresse. Connectez-vous avec l’adresse que vous avez maintenant, et demandez de nouveau la nouvelle dans votre compte\u00a0: bien écrite, ou une autre.',
    notMe: 'Si ce n’est pas vous qui l’avez demandé, choisissez un nouveau mot de passe.',
  },
  'new-address-link-waits': {
    asked: (at) => html`Un compte a demandé le ${at} à passer à cette adresse. Il ne l’a pas encore.`,
    works: (at) =>
      html`Le lien de l’e-mail envoyé à cette adresse est valable jusqu’au ${at}. Une fois le lien ouvert, le compte attend quelques jours.`,
    tell: 'Ouvrez le lien du dernier e-mail reçu à cette adresse. Tant que le changement n’est pas fait, connectez-vous avec l’ancienne adresse.',
  },
  'new-address-link-expired': {
    asked: (at) => html`Un compte a demandé le ${at} à passer à cette adresse. Il ne l’a pas.`,
    ended: (at) =>
      html`Personne n’a ouvert le lien de l’e-mail envoyé à cette adresse avant sa fin, le ${at}.`,
    tell: 'Connectez-vous avec l’ancienne adresse, et demandez de nouveau la nouvelle dans votre compte.',
  },
  'new-address-waits': {
    asked: (at) => html`Un compte est en train de passer à cette adresse. Le changement a commencé le ${at}.`,
    from: (at) => html`Elle sert à la connexion à partir du ${at}, et l’ancienne jusque-là.`,
    tell: (at) => html`Connectez-vous avec l’ancienne adresse jusqu’au ${at}, et avec celle-ci ensuite.`,
  },
  'address-changed': {
    lost: (at) =>
      html`C’était l’adresse du compte jusqu’au ${at}. Le compte en a maintenant une autre, et celle-ci ne permet plus de se connecter. Si la personne qui appelle ne l’a pas changée, quelqu’un d’autre s’est emparé du compte, ou le compte n’est pas à elle.`,
    hasNoMailbox: (command) =>
      html`Si la personne qui appelle prouve qui elle est, ne l’a pas changée et ne peut pas lire l’ancienne boîte, ne laissez entrer personne tant que ce n’est pas éclairci\u00a0: ${command}`,
    changed: (at) =>
      html`L’adresse a été changée le ${at}. L’ancienne ne permet plus à personne de se connecter.`,
    undo: (at) =>
      html`Dans l’e-mail envoyé alors à l’ancienne adresse, un lien reprend l’adresse jusqu’au ${at}.`,
    sent,
    sentAgain,
    useNew: 'Si c’était vous, connectez-vous avec la nouvelle adresse.',
    takeBack: (at) =>
      html`Si ce n’est pas vous qui l’avez changée, ouvrez dans l’ancienne boîte le dernier e-mail à ce sujet\u00a0: son lien vous rend votre compte jusqu’au ${at}. Avec «\u00a0Mot de passe oublié\u00a0?\u00a0» et l’ancienne adresse, ce lien est envoyé une nouvelle fois.`,
    takeBackLater: (at) =>
      html`Si ce n’est pas vous qui l’avez changée\u00a0: votre fournisseur de messagerie refuse notre e-mail qui permet de revenir à l’ancienne adresse. Regardez si l’ancienne boîte est pleine. Quand elle acceptera de nouveau les e-mails, cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0» avec l’ancienne adresse\u00a0: l’e-mail est alors envoyé une nouvelle fois. Son lien vous rend votre compte jusqu’au ${at}.`,
    useThis: 'Connectez-vous avec cette adresse.',
  },
}
