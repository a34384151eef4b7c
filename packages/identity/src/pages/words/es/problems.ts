import { type Html, html } from '../../../platform/html.ts'
import type { englishProblems } from '../en/problems.ts'

/** The error pages, in Spanish. */
export const spanishProblems: typeof englishProblems = {
  formHolds: (kilobytes: number) => `Un formulario puede enviar como máximo ${kilobytes}\u00a0kB.`,
  returnTo: (program: Html) => html`Volver a ${program}`,
  programLapsed: (program: Html) =>
    html`${program} ha esperado una hora y ya no espera. Abra ${program} otra vez para continuar.`,
  problems: {
    'bad-request': {
      title: 'No podemos leer esta petición',
      what: 'En la dirección o en el formulario falta algo, o hay algo dañado. No se ha cambiado nada.',
      next: 'Vuelva a la página anterior y empiece de nuevo.',
    },
    'too-large': {
      title: 'Este formulario es demasiado grande',
      what: 'En el formulario hay más texto del que podemos aceptar. No se ha cambiado nada.',
      next: 'Vuelva atrás, acorte lo que ha escrito y envíe el formulario otra vez.',
    },
    forbidden: {
      title: 'Esto no está permitido',
      what: 'Su cuenta no puede abrir esta página.',
      next: 'Vaya a su cuenta o inicie sesión con otra.',
    },
    'form-expired': {
      title: 'Este formulario ha caducado',
      what: 'La página ha estado abierta demasiado tiempo, o su navegador no envía cookies. No se ha cambiado nada.',
      next: 'Vuelva atrás, cargue la página de nuevo y envíe el formulario otra vez. Permita las cookies de este sitio.',
    },
    'form-stale': {
      title: 'Esta página ya no está actualizada',
      what: 'Se abrió antes de que usted iniciara sesión, la cerrara o cambiara la contraseña por última vez, o la abrió otra persona que usó este navegador. No se ha cambiado nada.',
      next: 'Abra la página de nuevo. Si rellenó un formulario, rellénelo otra vez.',
    },
    'not-found': {
      title: 'Página no encontrada',
      what: 'No hay ninguna página en esta dirección.',
      next: 'Compruebe que la dirección está completa o empiece por su cuenta.',
    },
    'method-not-allowed': {
      title: 'Esta página no se puede usar así',
      what: 'La dirección existe, pero no para este tipo de petición. No se ha cambiado nada.',
      next: 'Vuelva atrás y use los enlaces y botones de la página.',
    },
    'too-many': {
      title: 'Demasiados intentos',
      what: 'Desde su red se han enviado demasiadas peticiones en poco tiempo. No se ha cambiado nada.',
      next: 'Espere unos minutos e inténtelo de nuevo.',
    },
    unavailable: {
      title: 'El servicio no está disponible en este momento',
      what: 'Tenemos un problema técnico. Su cuenta está a salvo y no se ha cambiado nada.',
      next: 'Inténtelo de nuevo dentro de unos minutos.',
    },
    'server-error': {
      title: 'Algo ha fallado',
      what: 'El fallo es nuestro, no suyo. Ha quedado registrado.',
      next: 'Inténtelo de nuevo dentro de unos minutos. Si vuelve a ocurrir, pida ayuda e indique el número de abajo.',
    },
    'invalid-client': {
      title: 'Desde este servicio no puede iniciar sesión',
      what: 'No conocemos el servicio que le ha enviado aquí, o se ha desactivado.',
      next: 'Vuelva al servicio e inténtelo de nuevo. Si vuelve a ocurrir, avise a sus responsables.',
    },
    'missing-redirect': {
      title: 'Desde este servicio no puede iniciar sesión',
      what: 'El servicio que le ha enviado aquí no ha dicho a qué dirección debe volver. Para protegerle, no hemos continuado.',
      next: 'Vuelva al servicio e inténtelo de nuevo. Si vuelve a ocurrir, avise a sus responsables.',
    },
    'invalid-redirect': {
      title: 'Desde este servicio no puede iniciar sesión',
      what: 'El servicio que le ha enviado aquí ha indicado una dirección que no tiene registrada. Para protegerle, no hemos continuado.',
      next: 'Vuelva al servicio e inténtelo de nuevo. Si vuelve a ocurrir, avise a sus responsables.',
    },
    'resume-expired': {
      title: 'El inicio de sesión ha tardado demasiado',
      what: 'El servicio que le ha enviado aquí ya no espera una respuesta.',
      next: 'Vuelva al servicio y empiece allí de nuevo. Es posible que su sesión ya esté iniciada.',
    },
  },
}
