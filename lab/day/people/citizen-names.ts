/** Given and family names, in six languages. */
const NAMES = [
  {
    language: 'en',
    given: ['Ada', 'Grace', 'Oliver', 'Ruth', 'Thomas', 'Nora', 'George', 'Ellen'],
    family: ['Miller', 'Baker', 'Hughes', 'Clarke', 'Palmer', 'Reed', 'Shaw', 'Webb'],
  },
  {
    language: 'de',
    given: ['Jürgen', 'Anke', 'Sören', 'Käthe', 'Lukas', 'Mareike', 'Uwe', 'Heike'],
    family: ['Müller', 'Weiß', 'Schäfer', 'Köhler', 'Vogt', 'Brandt', 'Jäger', 'Lindner'],
  },
  {
    language: 'es',
    given: ['José', 'Inés', 'Álvaro', 'Lucía', 'Íñigo', 'Begoña', 'Raúl', 'Pilar'],
    family: ['Núñez', 'García', 'Ibáñez', 'Peña', 'Ortega', 'Suárez', 'Vidal', 'Romero'],
  },
  {
    language: 'fr',
    given: ['Zoé', 'Benoît', 'Chloé', 'François', 'Hélène', 'Loïc', 'Maëlle', 'Rémi'],
    family: ['Lefèvre', 'Dubois', 'Moreau', 'Bézier', 'Garnier', 'Chevalier', 'Noël', 'Perrin'],
  },
  {
    language: 'ar',
    given: ['ليلى', 'يوسف', 'مريم', 'خالد', 'سلمى', 'عمر', 'هدى', 'طارق'],
    family: ['الخطيب', 'حداد', 'منصور', 'النجار', 'عبد الله', 'السيد', 'قاسم', 'درويش'],
  },
  {
    language: 'zh',
    given: ['伟', '芳', '秀英', '敏', '静', '强', '磊', '洋'],
    family: ['王', '李', '张', '刘', '陈', '杨', '黄', '赵'],
  },
] as const

/** The name and the language of a citizen, by a number. The same number has the same name. */
export function citizenName(number: number): { readonly fullName: string; readonly language: string } {
  const { language, given, family } = NAMES[number % NAMES.length] ?? NAMES[0]
  const step = Math.floor(number / NAMES.length)
  const first = given[step % given.length] ?? ''
  const last = family[Math.floor(step / given.length) % family.length] ?? ''
  return { fullName: language === 'zh' ? `${last}${first}` : `${first} ${last}`, language }
}
