/**
 * Shows the page that a link leads to in a frame. There is no server at its address: the embedded sandbox handles the page and
 * its forms. The response to a form is a redirect, which is followed.
 */
export function showHostedPage(frame: HTMLIFrameElement, url: string, onReturn: () => void): void {
  const show = async (request: Request): Promise<void> => {
    const { openHostedPage } = await import('./financing.js');
    const response = await openHostedPage(request);
    const target = response.headers.get('location');
    if (target !== null) {
      const next = new URL(target, request.url);
      // The shopper returns to the shop, which is this page.
      return next.origin === new URL(url).origin ? show(new Request(next)) : onReturn();
    }
    frame.srcdoc = await response.text();
  };
  frame.addEventListener('load', () => {
    frame.contentDocument?.addEventListener('submit', (event) => {
      event.preventDefault();
      const { target, submitter } = event;
      const body = new FormData(target as HTMLFormElement, submitter);
      void show(new Request(url, { method: 'POST', body }));
    });
  });
  void show(new Request(url));
}
