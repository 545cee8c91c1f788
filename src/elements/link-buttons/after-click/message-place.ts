/** The messages on the page that have a text. */
const shown = new Set<HTMLElement>();

/** Keeps a message on the screen and apart from the messages of other buttons, in a window of any size. */
export function placeMessages(changed: HTMLElement): void {
  // Not `innerText`, which would force a layout with each update of each button.
  if (changed.textContent.trim()) shown.add(changed);
  else shown.delete(changed);
  placeShown();
  addEventListener('resize', placeShown); // adding the same function twice registers it once
}

/**
 * Places all messages. A message is at least 16em wide. If it would cover the message of another button, both get the width of
 * their buttons.
 */
function placeShown(): void {
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
    const button = message.parentElement!.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    // 8 px from the edges of the screen, or as near to them as the button.
    const leftMost = Math.max(0, Math.min(8, button.left));
    const rightMost = Math.min(clientWidth, Math.max(clientWidth - 8, button.right));
    message.style.left = `${Math.max(Math.min(0, rightMost - right), leftMost - left)}px`;
  }
}
