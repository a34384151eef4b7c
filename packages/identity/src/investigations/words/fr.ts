import { html } from '../../platform/html.ts'
import type { InvestigationWords } from './en.ts'

/** Investigations, in French. */
export const fr: InvestigationWords = {
  acts: {
    begin: {
      title: 'Ne pas montrer pour un temps au titulaire les consultations du compte',
      note: 'La page Activité montre ensuite chaque consultation avec son heure. Ce qui change quelque chose y figure aussitôt.',
      labels: { days: 'Pour combien de jours' },
      nothing: { runs: 'Le compte fait déjà l’objet d’une enquête, et la fin n’est pas repoussée.' },
      says: {
        done: ({ at }) =>
          html`Le compte est sous enquête\u00a0: la page Activité ne dit aucune consultation avant le ${at}, et toutes à ce moment-là.`,
      },
      refused: { 'bad-days': (most) => `Les jours doivent être un nombre entier de 1 à ${most}.` },
    },
    end: {
      title: 'Mettre fin à l’enquête',
      note: 'Dès lors, la page Activité montre toutes les consultations qui n’étaient pas montrées. Aucun e-mail n’est envoyé.',
      nothing: { none: 'Le compte ne fait pas l’objet d’une enquête.' },
      says: {
        done: 'Le compte n’est plus sous enquête\u00a0; la page Activité dit chaque consultation.',
        already: 'Le compte n’était pas sous enquête\u00a0; rien n’a changé.',
      },
    },
  },
  holds: {
    looks: {
      less: 'la personne apprend chaque consultation qui lui a été cachée',
      more: (_, end, when) =>
        html`la personne n’apprend aucune consultation avant le ${when(end)}, et toutes à ce moment-là`,
    },
  },
  events: {
    begun: () =>
      html`Les responsables de ce service ont commencé une enquête sur le compte. Leurs consultations sont montrées une fois l’enquête terminée`,
    ended: () => html`L’enquête des responsables de ce service sur le compte est terminée`,
  },
}
