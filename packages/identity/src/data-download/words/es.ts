import { WAS_NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import type { DataWords } from './en.ts'

/** The copy of the own data, in Spanish. */
export const es: DataWords = {
  limits: {
    copies: 'Copias de los datos de una cuenta',
    copiesAgain: 'La misma copia de los datos pedida de nuevo',
  },
  nav: 'Datos',
  page: {
    title: 'Sus datos',
    lead: 'Descargue una copia de lo que este servicio sabe de usted. Es un archivo que pueden leer las personas y los programas (JSON).',
    parts: [
      'Su nombre, su correo electrónico y su número de teléfono',
      'Dónde tiene la sesión iniciada y los navegadores que su cuenta conoce',
      'Los servicios que ha usado y lo que puede leer cada uno',
      'Los nombres de sus llaves de acceso',
      'Su actividad, durante el tiempo que la guardamos',
    ],
    without:
      'En el archivo no hay ninguna contraseña ni ninguna clave. Lo que un servicio sabe de usted, pregúnteselo a ese servicio.',
    proveLead:
      'Para descargar sus datos, escriba su contraseña o use una llave de acceso. Esta confirmación vale durante 5\u00a0minutos.',
    button: 'Descargar sus datos',
  },
  events: {
    downloaded: () => html`Se descargó una copia de los datos de la cuenta`,
    copied: () => html`Los responsables de este servicio hicieron una copia de los datos de la cuenta`,
  },
  letters: {
    downloaded: ({ at }, serviceName, moment) => ({
      subject: 'Se ha descargado una copia de sus datos',
      before: [
        `Alguien que tenía la sesión iniciada en su cuenta en ${serviceName} ha descargado una copia de sus datos (${moment(at)}). Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME.es.sentence,
      ],
    }),
    copied: ({ at }, serviceName, moment) => ({
      subject: 'Se ha hecho una copia de sus datos',
      before: [
        `Alguien, probablemente usted, ha pedido a los responsables de ${serviceName} una copia de sus datos, y la han hecho (${moment(at)}). Si ha sido usted, no tiene que hacer nada. Si no, dígaselo también a ellos: alguien se ha hecho pasar por usted.`,
        WAS_NOT_ME.es.sentence,
      ],
    }),
  },
}
