import type { PageFrame } from '../pages/index.ts'
import type { Html } from '../platform/html.ts'

/** What a room adds to a page of another one. */
export interface OnPage {
  readonly path: string
  /** Its section, or a paragraph. */
  readonly section?: (frame: PageFrame) => Html
  /** What the page says after a form of it, by the name in its address (`notice=`). */
  readonly notices?: Readonly<Record<string, (frame: PageFrame) => string>>
}

/** A room that adds something to pages of others. */
export interface RoomOnPages {
  readonly onPages?: readonly OnPage[]
}

/** What the rooms add to pages. */
export interface OnPages {
  /** What they add to this page. */
  sections(path: string, frame: PageFrame): readonly Html[]
  /** What the page says after a form that a room has on it. */
  notice(
    path: string,
    asked: { readonly name: string | undefined; readonly frame: PageFrame },
  ): string | undefined
}

/** What the pages of rooms use, to ask other rooms. */
export interface AsksOnPages {
  readonly onPages: OnPages
}

/** Puts together what the rooms add to pages. */
export function onPagesIn(rooms: readonly RoomOnPages[]): OnPages {
  const all = rooms.flatMap(({ onPages }) => onPages ?? [])
  return {
    sections: (path, frame) =>
      all.filter((each) => each.path === path).flatMap(({ section }) => section?.(frame) ?? []),
    notice(path, { name, frame }) {
      if (name === undefined) return undefined
      const notices = all
        .filter((each) => each.path === path)
        .map((each) => new Map(Object.entries(each.notices ?? {})))
      return notices.find((each) => each.has(name))?.get(name)?.(frame)
    },
  }
}
