import type { MarkdownRenderer } from 'vitepress';

const picture =
  /<picture>\s*<source [^>]*srcset="([^"]+)"[^>]*>\s*<img src="([^"]+)" (alt="[^"]*")[^>]*>\s*<\/picture>/g;

/**
 * The site has a switch of its own between light and dark, which `<picture>` does not follow: here, both of its pictures
 * are on the page, and its style sheet shows one. The other one is not loaded.
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
