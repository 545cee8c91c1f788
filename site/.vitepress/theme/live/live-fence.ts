import type { MarkdownRenderer } from 'vitepress';

/**
 * Turns each fenced block with the words `html live` into a live example. `<LiveExample>` gets the source, and contains the
 * regular block. Elsewhere, as on GitHub, it's a regular HTML block.
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
