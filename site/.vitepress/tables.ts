import type { MarkdownRenderer } from 'vitepress';

const roles: Readonly<Record<string, string>> = {
  table_open: 'table',
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

/**
 * Prepares tables for phones, where the style sheet shows each row as a block. Each cell gets its heading as `data-heading`.
 * The ARIA roles are explicit because browsers drop a table's own roles when CSS changes its `display`.
 */
export function stackTables(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('stack-tables', ({ tokens }) => {
    let headings: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      const role = roles[token.type];
      if (!role) continue;
      token.attrSet('role', role);
      if (token.type === 'table_open') headings = [];
      if (token.type === 'tr_open') column = 0;
      // The token after the start of a cell is its content.
      if (token.type === 'th_open') headings.push(tokens[index + 1]!.content);
      if (token.type === 'td_open') token.attrSet('data-heading', headings[column++] ?? '');
    }
  });
}
