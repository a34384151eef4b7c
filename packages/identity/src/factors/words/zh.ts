import { type Html, html } from '../../platform/html.ts'
import type { FactorWords } from './en.ts'

/** What is the same for everything that signs in beside the password, in Simplified Chinese. */
export const zh: FactorWords = {
  added: '添加时间',
  lastUsed: '上次使用',
  never: '尚未使用',
  remove: (name: Html) => html`删除 ${name}`,
  sure: '确定要删除吗？',
  open: (name: Html) => html`重命名 ${name}`,
  label: '新名称',
  rename: '重命名',
}
