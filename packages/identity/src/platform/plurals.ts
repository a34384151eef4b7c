/** The plural categories of each language, as the Unicode plural rules name them. */
export interface PluralForms {
  readonly ar: Record<'zero' | 'one' | 'two' | 'few' | 'many' | 'other', string>
  readonly de: Record<'one' | 'other', string>
  readonly en: Record<'one' | 'other', string>
  readonly es: Record<'one' | 'many' | 'other', string>
  readonly fr: Record<'one' | 'many' | 'other', string>
  readonly zh: Record<'other', string>
}

/** Chooses the form for a count, and puts the count in the place of `#`. */
export function plural<Language extends keyof PluralForms>(
  language: Language,
  forms: PluralForms[Language],
): (count: number) => string {
  const rules = new Intl.PluralRules(language)
  const known: ReadonlyMap<string, string> = new Map(Object.entries<string>(forms))
  return (count) => (known.get(rules.select(count)) ?? '#').replace('#', String(count))
}
