import { type Html, html } from '../../../platform/html.ts'
import type { englishProblems } from '../en/problems.ts'

/** The error pages, in French. */
export const frenchProblems: typeof englishProblems = {
  formHolds: (kilobytes: number) => `Un formulaire peut envoyer au plus ${kilobytes} ko.`,
  returnTo: (program: Html) => html`Revenir à ${program}`,
  programLapsed: (program: Html) =>
    html`${program} a attendu une heure et n’attend plus. Ouvrez ${program} à nouveau pour continuer.`,
  problems: {
    'bad-request': {
      title: 'Cette demande est illisible',
      what: 'Un élément de l’adresse ou du formulaire manque ou est endommagé. Rien n’a été modifié.',
      next: 'Retournez à la page précédente et recommencez.',
    },
    'too-large': {
      title: 'Ce formulaire est trop volumineux',
      what: 'Le formulaire contient plus de texte que nous ne pouvons en accepter. Rien n’a été modifié.',
      next: 'Revenez en arrière, raccourcissez votre texte et envoyez le formulaire à nouveau.',
    },
    forbidden: {
      title: 'Cette action n’est pas autorisée',
      what: 'Votre compte ne peut pas ouvrir cette page.',
      next: 'Allez à votre compte ou connectez-vous avec un autre.',
    },
    'form-expired': {
      title: 'Ce formulaire a expiré',
      what: 'La page est restée ouverte trop longtemps, ou votre navigateur n’envoie pas de cookies. Rien n’a été modifié.',
      next: 'Revenez en arrière, rechargez la page et envoyez à nouveau le formulaire. Autorisez les cookies de ce site.',
    },
    'form-stale': {
      title: 'Cette page n’est plus à jour',
      what: 'Elle a été ouverte avant votre dernière connexion, déconnexion ou modification de mot de passe, ou par une autre personne qui a utilisé ce navigateur. Rien n’a été modifié.',
      next: 'Ouvrez la page à nouveau. Si vous aviez rempli un formulaire, remplissez-le encore une fois.',
    },
    'not-found': {
      title: 'Page introuvable',
      what: 'Il n’y a pas de page à cette adresse.',
      next: 'Vérifiez que l’adresse est complète ou partez de votre compte.',
    },
    'method-not-allowed': {
      title: 'Cette page ne s’utilise pas ainsi',
      what: 'L’adresse existe, mais pas pour ce type de demande. Rien n’a été modifié.',
      next: 'Revenez en arrière et utilisez les liens et les boutons de la page.',
    },
    'too-many': {
      title: 'Trop de tentatives',
      what: 'Trop de demandes sont venues de votre réseau en peu de temps. Rien n’a été modifié.',
      next: 'Attendez quelques minutes, puis réessayez.',
    },
    unavailable: {
      title: 'Le service n’est pas disponible en ce moment',
      what: 'Nous rencontrons un problème technique. Votre compte est en sécurité, et rien n’a été modifié.',
      next: 'Réessayez dans quelques minutes.',
    },
    'server-error': {
      title: 'Une erreur s’est produite',
      what: 'L’erreur vient de nous, pas de vous. Elle a été enregistrée.',
      next: 'Réessayez dans quelques minutes. Si cela se reproduit, demandez de l’aide en indiquant le numéro ci-dessous.',
    },
    'invalid-client': {
      title: 'Ce service ne peut pas vous connecter',
      what: 'Nous ne connaissons pas le service qui vous a envoyé ici, ou il a été désactivé.',
      next: 'Retournez au service et réessayez. Si cela se reproduit, prévenez ses responsables.',
    },
    'missing-redirect': {
      title: 'Ce service ne peut pas vous connecter',
      what: 'Le service qui vous a envoyé ici n’a pas dit à quelle adresse vous devez revenir. Pour vous protéger, nous nous sommes arrêtés.',
      next: 'Retournez au service et réessayez. Si cela se reproduit, prévenez ses responsables.',
    },
    'invalid-redirect': {
      title: 'Ce service ne peut pas vous connecter',
      what: 'Le service qui vous a envoyé ici a donné une adresse qui n’est pas enregistrée pour lui. Pour vous protéger, nous nous sommes arrêtés.',
      next: 'Retournez au service et réessayez. Si cela se reproduit, prévenez ses responsables.',
    },
    'resume-expired': {
      title: 'La connexion a pris trop de temps',
      what: 'Le service qui vous a envoyé ici n’attend plus de réponse.',
      next: 'Retournez au service et recommencez. Vous êtes peut-être déjà connecté.',
    },
  },
}
