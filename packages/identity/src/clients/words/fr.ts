import { html } from '../../platform/html.ts'
import type { ClientWords } from './en.ts'

/** Programs, in French. */
export const fr: ClientWords = {
  findings: {
    'program-disabled': {
      found: (program, at) => html`L’équipe a désactivé ${program} le ${at}.`,
      reason: (reason) => html`La raison donnée par l’équipe\u00a0: «\u00a0${reason}\u00a0».`,
      mayDo: (command) => html`La personne qui en décide le réactive avec\u00a0: ${command}`,
      closed: (program) => html`${program} est fermé, pour tout le monde.`,
      others: 'Votre compte n’a pas changé, et vos autres services fonctionnent.',
    },
    'program-without-secret': {
      found: (program) =>
        html`${program} n’a plus de secret valable\u00a0: aucune connexion ne peut y aboutir.`,
      mayDo: (command) =>
        html`Les responsables de ce service ont besoin d’un nouveau secret\u00a0: ${command}`,
      tell: (program) =>
        html`${program} ne peut connecter personne en ce moment. C’est à ses responsables d’y remédier.`,
    },
    'program-secret-refused': {
      found: (program, at) =>
        html`${program} est venu le ${at} avec un secret qui avait pris fin, et n’en a pas utilisé de valable depuis.`,
      mayDo: (command) => html`Les responsables du service en mettent un qui est valable\u00a0: ${command}`,
      tell: (program) =>
        html`${program} ne peut connecter personne en ce moment. C’est à ses responsables d’y remédier.`,
    },
    'program-secret-never-right': {
      found: (program, at) =>
        html`Quelqu’un s’est présenté le ${at} comme ${program} avec un secret que ce service n’a pas, et aucun des siens n’a jamais été utilisé.`,
      mayDo: (command) =>
        html`Les responsables de ce service ont besoin d’un nouveau secret\u00a0: ${command}`,
      tell: (program) =>
        html`${program} n’a encore connecté personne. C’est à ses responsables d’y remédier.`,
    },
    'program-secret-wrong': {
      found: (program, at) =>
        html`Quelqu’un s’est présenté le ${at} comme ${program} avec un secret que ce service n’a pas. Si c’était ${program}, aucune connexion ne peut y aboutir.`,
      right: (at) => html`Un bon secret est venu pour la dernière fois le ${at}.`,
      mayDo: (command) =>
        html`Si c’était lui, les responsables de ce service ont besoin d’un nouveau secret\u00a0: ${command}`,
      tell: (program) =>
        html`Il se peut que ${program} ne puisse connecter personne en ce moment. C’est à ses responsables de vérifier.`,
    },
    'program-secret-used': {
      never: (program) =>
        html`${program} n’a jamais utilisé son secret\u00a0: le service n’a jamais été installé, ou il en a un faux.`,
      used: (program, at) => html`${program} s’est identifié avec son secret pour la dernière fois le ${at}.`,
      tell: (program) =>
        html`Essayez encore depuis la page de ${program}. Si cela échoue là-bas, dites-nous ce qu’affiche la page, avec son numéro.`,
    },
  },
}
