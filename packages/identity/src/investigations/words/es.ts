import { html } from '../../platform/html.ts'
import type { InvestigationWords } from './en.ts'

/** Investigations, in Spanish. */
export const es: InvestigationWords = {
  acts: {
    begin: {
      title: 'No mostrar por un tiempo al titular las consultas de la cuenta',
      note: 'La página Actividad muestra después cada consulta con su hora. Lo que cambia algo aparece de inmediato.',
      labels: { days: 'Durante cuántos días' },
      nothing: { runs: 'La cuenta ya se está investigando, y el final no se aplaza.' },
      says: {
        done: ({ at }) =>
          html`La cuenta se investiga: la página Actividad no muestra ninguna consulta antes del ${at}, y entonces las muestra todas.`,
      },
      refused: { 'bad-days': (most) => `Los días deben ser un número entero de 1 a ${most}.` },
    },
    end: {
      title: 'Terminar la investigación',
      note: 'Desde entonces, la página Actividad muestra todas las consultas que no se mostraron. No envía ningún correo.',
      nothing: { none: 'La cuenta no se está investigando.' },
      says: {
        done: 'La cuenta ya no se investiga; la página Actividad muestra cada consulta.',
        already: 'La cuenta no se estaba investigando; nada ha cambiado.',
      },
    },
  },
  holds: {
    looks: {
      less: 'la persona ve todas las consultas que no se le habían mostrado',
      more: (_, end, when) =>
        html`la persona no ve ninguna consulta antes del ${when(end)}, y entonces las ve todas`,
    },
  },
  events: {
    begun: () =>
      html`Los responsables de este servicio iniciaron una investigación de la cuenta. Las consultas se muestran cuando termina`,
    ended: () => html`Terminó la investigación de la cuenta por los responsables de este servicio`,
  },
}
