import { html, plural } from '@portico/identity/parts'
import type { AuditWords } from './en.ts'

/** The words of the page of the audit in Spanish. */
export const es: AuditWords = {
  title: 'Registro',
  event: 'Suceso',
  operator: 'Quién lo hizo',
  address: 'Dirección de red',
  client: 'Servicio',
  request: 'Número de una página',
  any: 'cualquiera',
  button: 'Mostrar',
  none: 'No hay sucesos así.',
  unknownEvent: (name) => `Esta versión no escribe ningún suceso con el nombre ${name}.`,
  meantEvent: (name) => `¿Quería decir ${name}?`,
  wrong: 'Ningún suceso puede tener esto. Corríjalo.',
  all: 'Todos los sucesos',
  stopped: 'La búsqueda tardó demasiado. Ha mirado los sucesos hasta',
  citizen: 'Cuenta',
  citizenHint: 'El sujeto. Busque a la persona, abra la cuenta y siga desde allí.',
  since: 'Desde',
  until: 'Hasta',
  timeHint: (zone) => `2026-03-01 o 2026-03-01 14:05. En ${zone}.`,
  wholeHint: 'Un día, un minuto o un segundo cuenta entero.',
  noTime: 'Esto no es una hora. Escriba 2026-03-01 o 2026-03-01 14:05.',
  reversed: 'El final debe ser posterior al comienzo.',
  noSubject:
    'Aquí solo puede ir un sujeto, ni una dirección ni un nombre. Busque a la persona, abra la cuenta y siga desde allí.',
  noPage: 'Esta dirección no lleva a ninguna página del registro. Empiece por los sucesos más recientes.',
  covered:
    'Las redes y los motivos escritos están tapados. Si destapa la cuenta, también se ven aquí durante cinco minutos.',
  uncoverFirst:
    'Las redes de esta cuenta están tapadas, y lo que se encontrara con una las revelaría. Destape primero la cuenta.',
  nobodys:
    'Sin iniciar sesión no se ve ninguna cuenta: a quién se refiere un suceso, su red y los motivos escritos están tapados.',
  ofAccount: 'Todos sus sucesos en el registro',
  older: 'Sucesos anteriores',
  newest: 'Sucesos más recientes',
  chain: {
    title: 'La cadena de sellos',
    nothing:
      'Nada está sellado. El servicio sella el registro cada minuto mientras funciona, pero no si varios servidores PostgreSQL son una sola base de datos.',
    late: 'Hay sucesos sin sellar desde hace más de 15 minutos. El servicio no funciona, o una transacción lleva ese tiempo abierta. portico doctor dice más.',
    gap: 'Un día tiene sucesos y ningún sello. Compare el registro en la máquina del servicio.',
    sealed: 'Sellado',
    all: 'todos los sucesos',
    allSinceFirst: 'todos los sucesos desde el primer sello',
    before: (at) => html`todos los sucesos anteriores a ${at}`,
    last: 'Último sello',
    closed: 'Último día cerrado (UTC)',
    noDay: 'ninguno todavía',
    hash: 'Hash de su último sello',
    sent: 'Adónde ha ido',
    log: 'después de medianoche, al log de cada proceso',
    by: (way) => html`por ${way}`,
    notBy: (way) => html`todavía no por ${way}`,
    neverBy: (way) => html`no por ${way}: recibe los de días posteriores`,
    attempts: plural('es', {
      one: '# intento fallido',
      many: '# de intentos fallidos',
      other: '# intentos fallidos',
    }),
    missing: 'Días con sucesos y sin sello',
    noneSince: (day) => html`ninguno desde ${day}`,
    notLooked: 'sin mirar todavía',
    walking: 'Todavía se sellan los sucesos anteriores al primer sello.',
    behind: (day, at) =>
      html`Los sucesos del ${day} posteriores a ${at} se sellaron con el día siguiente. Este hash no los cubre, sino el del día siguiente.`,
    today: 'Lo que pasa hoy queda sellado en un minuto. El hash de hoy sale después de medianoche (UTC).',
    verify: 'Esta página no compara ningún hash. En la máquina del servicio:',
  },
}
