import type { MarkdownRenderer } from 'vitepress';

const picture =
  /<picture>\s*<source [^>]*srcset="([^"]+)"[^>]*>\s*<img src="([^"]+)" (alt="[^"]*")[^>]*>\s*<\/picture>/g;

/**
 * Puts both versions of a `<picture>` on the page, and lets the style sheet show one, because `<picture>` doesn't follow the
 * site's own switch between light and dark. The browser doesn't load the hidden one.
 */
export function switchPictures(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('switch-pictures', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'html_block')) {
      token.content = token.content.replaceAll(
        picture,
        '<img class="only-light" loading="lazy" src="./$2" $3>\n<img class="only-dark" loading="lazy" src="./$1" $3>',
      );
    }
  });
}
