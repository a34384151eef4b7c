import { WAS_NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import type { DataWords } from './en.ts'

/** The copy of the own data, in French. */
export const fr: DataWords = {
  limits: {
    copies: 'Copies des données d’un compte',
    copiesAgain: 'La même copie des données reprise',
  },
  nav: 'Données',
  page: {
    title: 'Vos données',
    lead: 'Téléchargez une copie de ce que ce service sait de vous. C’est un fichier que les personnes et les programmes peuvent lire (JSON).',
    parts: [
      'Votre nom, votre adresse e-mail et votre numéro de téléphone',
      'Où vous êtes connecté, et les navigateurs que votre compte connaît',
      'Les services que vous avez utilisés, et ce que chacun peut lire',
      'Les noms de vos clés d’accès',
      'Votre activité, pour la durée où nous la conservons',
    ],
    without:
      'Le fichier ne contient ni mot de passe ni clé. Ce qu’un service sait de vous, demandez-le à ce service.',
    proveLead:
      'Pour télécharger vos données, saisissez votre mot de passe ou utilisez une clé d’accès. Cette confirmation est valable 5\u00a0minutes.',
    button: 'Télécharger vos données',
  },
  events: {
    downloaded: () => html`Une copie des données du compte a été téléchargée`,
    copied: () => html`Les responsables de ce service ont fait une copie des données du compte`,
  },
  letters: {
    downloaded: ({ at }, serviceName, moment) => ({
      subject: 'Une copie de vos données a été téléchargée',
      before: [
        `Quelqu’un qui était connecté à votre compte chez ${serviceName} a téléchargé une copie de vos données (${moment(at)}). Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME.fr.sentence,
      ],
    }),
    copied: ({ at }, serviceName, moment) => ({
      subject: 'Une copie de vos données a été faite',
      before: [
        `Quelqu’un, probablement vous, a demandé aux responsables de ${serviceName} une copie de vos données, et ils l’ont faite (${moment(at)}). Si c’est vous, vous n’avez rien à faire. Sinon, dites-le-leur aussi\u00a0: quelqu’un s’est fait passer pour vous.`,
        WAS_NOT_ME.fr.sentence,
      ],
    }),
  },
}
