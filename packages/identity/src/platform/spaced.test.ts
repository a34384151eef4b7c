import { expect, test } from 'vitest'
import { isolated } from '../pages/parts.ts'
import { html } from './html.ts'
import { spaced, spacedBefore } from './spaced.ts'

test.each([
  [html`您填写的邮箱`, '向您填写的邮箱发送'],
  [html`ada@example.com`, '向 ada@example.com 发送'],
])('only what is not Chinese has spaces around it', (value, said) => {
  expect(html`向${spaced(value)}发送`.toString()).toBe(said)
})

test('nothing follows a value before a comma', () => {
  expect(html`已退出${spacedBefore(html`Permits`)}，`.toString()).toBe('已退出 Permits，')
  expect(html`已退出${spacedBefore(html`一个服务`)}，`.toString()).toBe('已退出一个服务，')
})

test('the script is that of the text, and not of the markup around it', () => {
  const strong = (text: string) => html`<strong>${isolated(text)}</strong>`
  expect(spaced(strong('停车许可')).toString()).toBe(strong('停车许可').toString())
  expect(spaced(strong('Permits')).toString()).toBe(` ${strong('Permits').toString()} `)
})
