// @ts-check
// Runs before the first paint: a page in Spanish stays hidden until language.js has translated it, so that nothing jumps.
{
  /** Returns the language that the shopper chose. Null if they haven't chosen yet, or if the browser blocks storage. */
  const readChoice = () => {
    try {
      return localStorage.getItem('language');
    } catch {
      return null;
    }
  };
  const language = new URL(document.URL).searchParams.get('lang') ?? readChoice();
  if (language === 'es') {
    document.documentElement.lang = 'es';
    document.documentElement.classList.add('translating');
  }
}
