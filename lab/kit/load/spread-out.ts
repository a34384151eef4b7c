/** Orders names by their weights, each at distances as equal as possible. */
export function spreadOut<Name extends string>(weights: Readonly<Record<Name, number>>): readonly Name[] {
  const names = (Object.keys(weights) as Name[]).filter((name) => weights[name] > 0)
  const total = names.reduce((sum, name) => sum + weights[name], 0)
  const credit = new Map(names.map((name) => [name, 0]))
  const creditOf = (name: Name) => credit.get(name) ?? 0
  return Array.from({ length: total }, () => {
    for (const name of names) credit.set(name, creditOf(name) + weights[name])
    const chosen = names.reduce((most, name) => (creditOf(name) > creditOf(most) ? name : most))
    credit.set(chosen, creditOf(chosen) - total)
    return chosen
  })
}
