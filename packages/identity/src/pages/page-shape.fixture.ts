import { type HTMLElement, NodeType, parse } from 'node-html-parser'
import type { SamplePage } from './every-page.fixture.ts'
import type { PageFrame } from './layout.ts'

/** The attributes whose values say what an element is. All other values are words, addresses or names. */
const TELLING: ReadonlySet<string> = new Set(['class', 'type', 'role', 'aria-invalid', 'aria-current'])

/** What an element is, without its words. */
function kindOf({ rawTagName, attributes, childNodes }: HTMLElement): string {
  const said = Object.entries(attributes).map(([name, value]) =>
    TELLING.has(name) ? `${name}=${value}` : name,
  )
  const hasWords = childNodes.some(
    ({ nodeType, rawText }) => nodeType === NodeType.TEXT_NODE && rawText.trim() !== '',
  )
  return `<${rawTagName} ${said.sort().join(' ')}${hasWords ? ' words' : ''}>`
}

/** A page without its words: two pages of one shape have the same elements in the same places. */
export function shapeOf(html: string): string {
  const shape = (element: HTMLElement): string =>
    `${kindOf(element)}${element.children.map(shape).join('')}</>`
  return parse(html).children.map(shape).join('')
}

/** Each element with all that it stands in. The style of the pages decides by these how it looks. */
function placesOf(html: string): ReadonlySet<string> {
  const places = (element: HTMLElement, around: string): readonly string[] => {
    const place = around + kindOf(element)
    return [place, ...element.children.flatMap((child) => places(child, place))]
  }
  return new Set(parse(html).children.flatMap((element) => places(element, '')))
}

/** The first of the pages of each shape. */
export function onePerShape(samples: readonly SamplePage[], frame: PageFrame): readonly SamplePage[] {
  const seen = new Set<string>()
  return samples.filter(({ render }) => isNew(seen, [shapeOf(render(frame).toString())]))
}

/** Pages that have, together, every element in every place where a page has it. */
export function onePerPlace(samples: readonly SamplePage[], frame: PageFrame): readonly SamplePage[] {
  const seen = new Set<string>()
  const placed = samples.map((sample) => ({ sample, places: placesOf(sample.render(frame).toString()) }))
  return placed
    .toSorted((one, other) => other.places.size - one.places.size)
    .filter(({ places }) => isNew(seen, places))
    .map(({ sample }) => sample)
}

/** Whether one of these was not there before. Adds them all. */
function isNew(seen: Set<string>, values: Iterable<string>): boolean {
  const { size } = seen
  for (const value of values) seen.add(value)
  return seen.size > size
}
