import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { FactorLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.es

/** The letters about a lost app for codes, in Spanish. */
export const spanishFactors: FactorLetters = {
  'lost-app': ({ link }, serviceName) => ({
    subject: 'Confirme que ha perdido su teléfono',
    before: [
      `Alguien ha escrito la contraseña de su cuenta en ${serviceName} y dice que ha perdido el teléfono con la aplicación de códigos. Si ha sido usted, abra este enlace para continuar. Todavía no se elimina nada.`,
    ],
    steps: [{ label: 'Continuar', address: link.reveal() }],
    after: [
      'El enlace es válido durante 30\u00a0minutos y una sola vez.',
      'Si no ha sido usted, alguien conoce su contraseña: elija enseguida una nueva. Sin un código, nadie entra con ella.',
    ],
  }),
  'app-removal-requested': ({ dueAt, link }, serviceName) => ({
    subject: 'Se eliminarán sus aplicaciones de códigos',
    before: [
      `Alguien, probablemente usted, nos ha dicho que la aplicación de códigos de su cuenta en ${serviceName} se ha perdido. Eliminaremos sus aplicaciones y sus códigos de recuperación el ${momentWords('es-ES', dueAt)}. Después bastará su contraseña.`,
      'Si ha encontrado su teléfono, o si no lo ha pedido, deténgalo con este enlace.',
    ],
    steps: [{ label: 'No eliminar nada', address: link.reveal() }],
    after: [
      'También lo detiene quien inicia sesión con un código, un código de recuperación o una llave de acceso.',
      'Si no ha sido usted, alguien conoce su contraseña y lee su correo: elija contraseñas nuevas para ambos.',
    ],
  }),
  'app-removal-soon': ({ dueAt, link }, serviceName) => ({
    subject: 'Sus aplicaciones de códigos se eliminarán pronto',
    before: [
      `Como le avisamos, el ${momentWords('es-ES', dueAt)} eliminaremos las aplicaciones de códigos y los códigos de recuperación de su cuenta en ${serviceName}. Después bastará su contraseña.`,
      'Si ha encontrado su teléfono, o si no lo ha pedido, deténgalo con este enlace.',
    ],
    steps: [{ label: 'No eliminar nada', address: link.reveal() }],
    after: [
      'También lo detiene quien inicia sesión con un código, un código de recuperación o una llave de acceso.',
      'Si no ha sido usted, alguien conoce su contraseña y lee su correo: elija contraseñas nuevas para ambos.',
    ],
  }),
  'app-removal-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Sus aplicaciones de códigos se conservan',
    before: [
      `Se ha detenido la eliminación de sus aplicaciones de códigos en ${serviceName} (${momentWords('es-ES', at)}). Seguimos pidiendo un código después de su contraseña. Si ha sido usted, no tiene que hacer nada.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'app-removal-done': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Se han eliminado sus aplicaciones de códigos perdidas',
    before: [
      `El plazo ha terminado. Se han eliminado las aplicaciones de códigos y los códigos de recuperación de su cuenta en ${serviceName} (${momentWords('es-ES', at)}). Ahora basta su contraseña: añada una aplicación nueva o una llave de acceso. Si ha sido usted, no tiene que hacer nada más.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
}
