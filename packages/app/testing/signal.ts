/** A gate that one side opens and the other waits at. */
export interface Signal {
  readonly reached: Promise<void>
  reach(): void
}

/** Makes a gate. */
export function signal(): Signal {
  let reach = () => undefined as void
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  return { reached, reach: () => reach() }
}
