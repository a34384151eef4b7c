import { html } from '../../platform/html.ts'
import { NO_END } from '../../platform/room/holds.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in Spanish. */
export const es: CitizenWords = {
  acts: {
    suspend: {
      title: 'Suspender la cuenta',
      note: 'Termina todas las sesiones en todos los servicios, todos los enlaces de correo para iniciar sesión o elegir una contraseña, y lo que está pendiente en la cuenta. Nadie puede iniciar sesión hasta el final. La contraseña, las llaves de acceso y las aplicaciones se conservan. No envía ningún correo.',
      labels: { cause: 'Causa', until: 'Hasta cuándo, por ejemplo 30d o 2026-03-01' },
      choices: {
        cause: {
          'taken-over': 'Otra persona se apoderó de la cuenta',
          misuse: 'Uso indebido',
          'asked-for': 'A petición propia',
          deceased: 'La persona ha fallecido',
          order: 'Por orden de un tribunal o de una autoridad',
          other: 'Otra causa',
          '': 'Sin indicar: una suspensión que ya existe conserva su causa',
        },
      },
      nothing: { endless: 'La cuenta está suspendida hasta que alguien la reabra.' },
      says: {
        done: 'La cuenta está suspendida; todas las sesiones y todos los accesos han terminado.',
        until: ({ at }) =>
          html`La cuenta está suspendida hasta el ${at}; todas las sesiones y todos los accesos han terminado.`,
        already: 'La cuenta ya estaba suspendida por ese tiempo o por más; nada ha cambiado.',
      },
    },
    reinstate: {
      title: 'Permitir que vuelva a iniciar sesión',
      note: 'Se puede iniciar sesión como antes. Lo que la suspensión terminó sigue terminado. No envía ningún correo.',
      nothing: { notSuspended: 'La cuenta no está suspendida.' },
      says: {
        done: 'La persona puede iniciar sesión otra vez.',
        already: 'La cuenta no estaba suspendida; nada ha cambiado.',
      },
    },
    requireVerification: {
      title: 'Hacer verificar otra vez la dirección',
      note: 'Termina todas las sesiones en todos los servicios, todos los enlaces de correo para iniciar sesión o elegir una contraseña, y lo que está pendiente en la cuenta. Se puede iniciar sesión de nuevo, pero no entrar en ningún servicio antes de verificar la dirección. No envía ningún correo.',
      nothing: { unverified: 'La dirección ya está pendiente de verificación.' },
      says: {
        done: 'La persona debe confirmar la dirección otra vez; todas las sesiones y todos los accesos han terminado.',
        already: 'La dirección ya estaba pendiente de confirmación; nada ha cambiado.',
      },
    },
    signOut: {
      title: 'Cerrar sesión en todas partes',
      note: 'Termina todas las sesiones en todos los servicios, todos los enlaces de correo para iniciar sesión o elegir una contraseña, y lo que está pendiente en la cuenta. La contraseña, las llaves de acceso y las aplicaciones se conservan, y se puede iniciar sesión de nuevo enseguida. No envía ningún correo.',
      nothing: { nobody: 'Nadie tiene la sesión abierta, y no hay nada pendiente que esto termine.' },
      says: {
        done: 'La sesión de la persona está cerrada en todas partes.',
        already: 'La persona ya no tenía ninguna sesión abierta; nada ha cambiado.',
      },
    },
    forgive: {
      title: 'Olvidar las contraseñas incorrectas seguidas',
      note: 'Una espera después de contraseñas incorrectas sigue hasta su fin. Dura 15 minutos como máximo.',
      nothing: { noFailures: 'No hay contraseñas incorrectas seguidas.' },
      says: {
        done: 'La persona puede iniciar sesión otra vez con un navegador nuevo; una espera después de contraseñas incorrectas sigue hasta su fin.',
        already:
          'No había contraseñas incorrectas seguidas; una espera después de contraseñas incorrectas sigue hasta su fin; nada ha cambiado.',
      },
    },
    close: {
      title: 'Cerrar la cuenta para siempre',
      note: 'Nadie puede deshacerlo. Borra el nombre, la dirección, el teléfono y todo lo que sirve para iniciar sesión, y termina todas las sesiones en todos los servicios. Cualquiera puede registrar la dirección. No envía ningún correo.',
      says: {
        done: 'La cuenta está cerrada: todos los accesos han terminado, los datos personales están borrados y la dirección está libre.',
        already: 'La cuenta ya estaba cerrada; nada ha cambiado.',
      },
    },
  },
  holds: {
    active: { less: 'nadie puede ya iniciar sesión', more: 'la persona puede iniciar sesión otra vez' },
    verified: { less: 'la persona no entra en ningún servicio hasta que la dirección se confirme otra vez' },
    person: { less: 'se borran para siempre el nombre, la dirección, el número de teléfono y la contraseña' },
    suspension: {
      more: (_, end, when) =>
        end === NO_END
          ? html`la cuenta queda suspendida hasta que alguien la reabra`
          : html`la cuenta queda suspendida hasta el ${when(end)}`,
    },
  },
  events: {
    suspended: () => html`Los responsables de este servicio suspendieron la cuenta`,
    reinstated: () => html`Los responsables de este servicio abrieron la cuenta de nuevo`,
    suspensionEnded: () => html`La suspensión de la cuenta terminó`,
    verificationRequired: () =>
      html`Los responsables de este servicio pidieron que se confirmara otra vez la dirección`,
    accessEnded: () => html`Se terminaron todos los accesos a la cuenta`,
    signedOut: () => html`Los responsables de este servicio cerraron todas las sesiones`,
    wasNotMe: () =>
      html`Se avisó de que otra persona estaba en la cuenta. Se cerraron todas las sesiones y la contraseña dejó de funcionar`,
    closed: () => html`La cuenta se cerró para siempre`,
  },
  findings: {
    'account-suspended': {
      suspended: 'El equipo suspendió la cuenta.',
      suspendedOn: (at) => html`El equipo suspendió la cuenta el ${at}.`,
      broughtSuspended: (at) =>
        html`La cuenta ya estaba suspendida cuando vino de otro sistema el ${at}. Aquí no se conoce el motivo.`,
      suspendedThere: (at) => html`Allí se suspendió el ${at}.`,
      lasts: 'La suspensión dura hasta que el equipo la termine.',
      ends: (at) => html`La suspensión termina el ${at}.`,
      causes: {
        'taken-over': 'La causa: otra persona usa la cuenta.',
        misuse: 'La causa: la cuenta se usa para lo que no está permitido.',
        'asked-for': 'La causa: lo pidió la propia persona.',
        deceased: 'La causa: la persona ha fallecido.',
        order: 'La causa: lo ordena un tribunal o una autoridad.',
      },
      unknownCause: (cause) => html`La causa: ${cause}.`,
      reason: (reason) =>
        html`El motivo que dio el equipo, que no es para la persona que llama: «${reason}».`,
      by: (operator) => html`Lo hizo ${operator}.`,
      noReason: 'El registro ya no tiene el motivo.',
      mayDo: (command) => html`Quien decide sobre ello la termina con: ${command}`,
      mayDoEarlier: (command) => html`Quien decide sobre ello la termina antes con: ${command}`,
      tell: 'Su cuenta está suspendida.',
      tellUntil: (at) => html`Su cuenta está suspendida hasta el ${at}.`,
      password: 'Una contraseña nueva no cambia nada de esto.',
      afterwards: 'Después, inicie sesión como siempre.',
    },
    'account-closed': {
      closed: 'La cuenta está cerrada para siempre.',
      closedOn: (at) => html`La cuenta se cerró para siempre el ${at}.`,
      erased: 'Sus datos personales están borrados.',
      tell: 'Esta cuenta está cerrada y no se puede abrir de nuevo. Puede crear otra, también con la misma dirección.',
    },
    'address-not-verified': {
      unverified: 'La dirección se debe confirmar.',
      since: (at) => html`Desde el ${at}, la dirección se debe confirmar otra vez.`,
      untilThen: 'Hasta entonces, la persona no entra en ningún servicio.',
      reason: (reason) =>
        html`El motivo que dio el equipo, que no es para la persona que llama: «${reason}».`,
      signIn:
        'Entre en un servicio e inicie sesión. Una página dice que hay que confirmar la dirección: pulse allí «Enviar un enlace nuevo» y abra el enlace del correo.',
      notThere: 'La página de su cuenta no envía ningún enlace.',
      lostMailbox:
        'Si ya no puede leer el correo de esta dirección, inicie sesión solo en su cuenta, sin ningún servicio, y cambie allí la dirección.',
      orRecover:
        'Si no sabe la contraseña, pulse «¿Ha olvidado su contraseña?»: quien elige una nueva ha confirmado también la dirección.',
    },
    'no-password': {
      found: 'Ninguna contraseña abre esta cuenta hasta que se elija una nueva.',
      wasNotMe: (at) =>
        html`El ${at} alguien dijo «no he sido yo», en la cuenta o con el enlace de un correo: eso terminó todos los accesos y la contraseña.`,
      givenBack: (at) =>
        html`El ${at} alguien recuperó la dirección con el enlace de un correo: eso terminó todos los accesos y la contraseña.`,
      brought: (at) =>
        html`La cuenta vino de otro sistema el ${at}, sin una contraseña que se pueda comparar.`,
      unknown:
        'La persona dijo «no he sido yo», o recuperó una dirección, o la cuenta vino de otro sistema sin una contraseña que se pueda comparar.',
      tell: 'Pulse «¿Ha olvidado su contraseña?» en la página de inicio de sesión y elija una contraseña nueva con el enlace del correo.',
    },
  },
}
