import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** All words of the console, of the service and of a program's pages in a language, by their files. */
const wordsIn = (language: string) =>
  globSync(`packages/{console,identity,program}/src/**/{words,page-words}/**/${language}.ts`).map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  )

test.each([
  ['zh', 'the console', '运维台', /控制台/],
  ['zh', 'an account', '账号', /账户/],
  ['ar', 'the console', 'لوحة التشغيل', /لوحة الإدارة/],
  ['es', 'an event', 'suceso', /acontecimiento/i],
  ['es', 'a time until it is over', 'antes de que pase media hora', /en media hora/],
])('in %s, %s has one name: %s', (language, _, name, other) => {
  const words = wordsIn(language)
  expect(words.some(([, text]) => text.includes(name))).toBe(true)
  expect(words.filter(([, text]) => other.test(text)).map(([file]) => file)).toEqual([])
})

test('in French no line ends before the ?, !, ; or : of its sentence', () => {
  const apart = wordsIn('fr').flatMap(([file, text]) =>
    [...text.matchAll(/'[^'\n]*'|`[^`]*`/g)].flatMap(([words]) =>
      / [?!;:](?=['`\s<])/.test(words) ? [`${file}: ${words}`] : [],
    ),
  )
  expect(apart).toEqual([])
})

test('in Chinese the marks between words are those of Chinese', () => {
  const marks = wordsIn('zh').flatMap(([file, text]) =>
    Array.from(
      text.matchAll(/.[,;:?!](?=\p{Script=Han})|\p{Script=Han}[,;:?!]./gu),
      ([mark]) => `${file}: ${mark}`,
    ),
  )
  expect(marks).toEqual([])
})
