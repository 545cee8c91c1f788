/** The messages on the page that have a text. */
const shown = new Set<HTMLElement>();

/**
 * Keeps messages on the screen and apart. A message is at least 16em wide. If it would cover the message of another button,
 * both get the width of their buttons.
 */
export function placeMessages(changed: HTMLElement): void {
  // Not `innerText`, which would force a layout with each update of each button.
  if (changed.textContent.trim()) shown.add(changed);
  else shown.delete(changed);
  for (const message of shown) if (!message.isConnected) shown.delete(message);
  for (const { style } of shown) {
    style.width = 'max(100%, 16em)';
    style.left = '';
  }
  for (const message of shown) {
    for (const other of shown) {
      const [a, b] = [message.getBoundingClientRect(), other.getBoundingClientRect()];
      const isApart =
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      if (other !== message && !isApart) message.style.width = other.style.width = '100%';
    }
  }
  for (const message of shown) {
    const { left, right } = message.getBoundingClientRect();
    const room = document.documentElement.clientWidth - 8 - right;
    message.style.left = `${Math.max(Math.min(0, room), 8 - left)}px`;
  }
}
