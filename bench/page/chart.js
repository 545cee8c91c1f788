// @ts-check
import { bar, svg, text } from '../svg.js';

const row = 24;
const columns = /** @type {const} */ ([
  { measure: 'painted', title: 'Last price painted', x: 200 },
  { measure: 'mainThread', title: 'Main thread, CPU time', x: 490 },
]);

/** Two columns of bars for each scene. @param {{ widgets: any[], figures: any[] }} results */
export function toChart({ widgets, figures }) {
  let y = 20;
  const content = [text(10, y, 'Ratios to our line by hand (line: the 95 % interval)', bold)];
  y += row;
  content.push(...columns.map(({ title, x }) => text(x, y, title)));
  for (const figure of figures) {
    y += 2 * row;
    content.push(text(10, y - 8, figure.title, bold));
    for (const found of figure.widgets) {
      const { title } = widgets.find(({ name }) => name === found.name);
      content.push(text(10, y + 13, title));
      for (const { measure, x } of columns) {
        const { ratio, interval } = found[measure];
        content.push(bar({ x, y, one: 80, most: 3.4, ratio, spread: interval }));
      }
      y += row;
    }
  }
  return svg(780, y + 10, content);
}

const bold = 'font-weight="bold"';
