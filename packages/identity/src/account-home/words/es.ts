import type { HomeWords } from './en.ts'

/** The home of the account, in Spanish. */
export const es: HomeWords = {
  title: 'Su cuenta',
  ways: 'Cómo inicia sesión',
  change: 'Cambiar',
  password: { title: 'Contraseña', state: 'En uso' },
  security: {
    title: 'Acceso y seguridad',
    lead: 'Todo lo que le permite entrar en su cuenta, y lo que la hace más segura.',
  },
  sessions: 'Si no conoce algún navegador de la lista, cierre su sesión.',
  toSessions: 'Ver dónde ha iniciado sesión',
}
