const PRESSED = 'a, button, summary'

/**
 * Ignores the second click of a double click on everything that can be pressed. After the first one, something else may be in
 * that place: the next form, or the button for somebody else. The focus stays where the first one has moved it.
 */
export function ignoreSecondClicks(): void {
  for (const type of ['mousedown', 'click'] as const)
    document.addEventListener(type, ignoreSecond, { capture: true })
}

function ignoreSecond(event: MouseEvent): void {
  const { detail, target } = event
  if (detail < 2 || !(target instanceof Element && target.closest(PRESSED))) return
  event.preventDefault()
  event.stopPropagation()
}
