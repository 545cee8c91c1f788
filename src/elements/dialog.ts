/**
 * Opens the dialog of a shadow tree. If the page hides it, it is closed: an invisible modal dialog would still block the
 * page.
 */
export function openDialog(root: ParentNode): void {
  const dialog = root.querySelector('dialog');
  if (!dialog) return;
  dialog.showModal();
  const observer = new ResizeObserver(() => {
    if (dialog.offsetWidth) return;
    dialog.close();
    observer.disconnect();
  });
  observer.observe(dialog);
}

/** Closes the dialog that the clicked button is in. */
export function closeDialog(click: Event): void {
  click.preventDefault(); // for a link around the element
  (click.currentTarget as Element).closest('dialog')?.close();
}

/** What does something of its own on a click. */
const actions = 'a, button, label, select, summary, [type=checkbox], [type=radio]';

/** Keeps a click in a dialog from a link around the element, unless it is on something that needs the click. */
export function keepFromLink(click: Event): void {
  const path = click.composedPath();
  const inside = path.slice(0, path.indexOf(click.currentTarget!)) as Partial<Element>[];
  if (!inside.some((node) => node.matches?.(actions))) click.preventDefault();
}
