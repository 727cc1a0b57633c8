// Runs before the first paint: a chosen dark theme shows no white flash, a chosen language no English.
// Stands in a file because the content security policy refuses inline scripts.
(function () {
  var chosen = 'auto';
  try {
    if (localStorage.getItem('naira-ledger-language') === 'pcm') document.documentElement.lang = 'pcm';
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage is blocked: follow the device.
  }
  var dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
