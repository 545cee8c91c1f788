/** Closes the dialog that the clicked button is in. */
export function closeDialog(click: Event): void {
  (click.currentTarget as Element).closest('dialog')?.close();
}
