import { useRoute } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h, nextTick, onMounted, watch } from 'vue'
import MarkdownLink from './MarkdownLink.vue'
import './style.css'

/** Draws the diagrams of a page. The library is loaded only where there is one. */
async function draw() {
  const drawings = document.querySelectorAll('pre.mermaid:not([data-processed])')
  if (drawings.length === 0) return
  const { default: mermaid } = await import('mermaid')
  const theme = document.documentElement.classList.contains('dark') ? 'dark' : 'default'
  mermaid.initialize({ startOnLoad: false, theme, securityLevel: 'strict' })
  await mermaid.run({ nodes: drawings })
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(MarkdownLink) }),
  setup() {
    const route = useRoute()
    onMounted(draw)
    watch(
      () => route.path,
      () => nextTick(draw),
    )
  },
}
