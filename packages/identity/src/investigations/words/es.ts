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
    },
    end: {
      title: 'Terminar la investigación',
      note: 'Desde entonces, la página Actividad muestra todas las consultas que no se mostraron. No envía ningún correo.',
      nothing: { none: 'La cuenta no se está investigando.' },
    },
  },
  events: {
    begun: () =>
      html`Los responsables de este servicio iniciaron una investigación de la cuenta. Las consultas se muestran cuando termina`,
    ended: () => html`Terminó la investigación de la cuenta por los responsables de este servicio`,
  },
}
