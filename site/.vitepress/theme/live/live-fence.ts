import type { MarkdownRenderer } from 'vitepress';

/**
 * Makes a live example of each fenced block with the words `html live`: `<LiveExample>` gets the source, and around it
 * stands the block as it is without it. Elsewhere, as on GitHub, the block is one of HTML.
 */
export function runLiveFences(markdown: MarkdownRenderer): void {
  const { fence } = markdown.renderer.rules;
  if (!fence) throw new Error('VitePress renders fenced blocks in another way than 1.6 does');
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const block = fence(tokens, index, ...rest);
    const { info = '', content = '' } = tokens[index] ?? {};
    if (!/^html live\b/.test(info)) return block;
    const source = markdown.utils.escapeHtml(content);
    return `<LiveExample source="${source}">${block}</LiveExample>\n`;
  };
}
