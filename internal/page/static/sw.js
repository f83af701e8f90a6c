// Nothing is kept for offline use where a server answers; the static site replaces the list below.
const files = [];
const version = '';
// Other pages of this host have caches too; they are theirs.
const mine = `gridwright ${self.registration.scope} `;
const cache = mine + version;

self.addEventListener('install', e => {
  self.skipWaiting();
  if (files.length)
    e.waitUntil(caches.open(cache).then(c => c.addAll(files.map(f => new Request(f, {cache: 'reload'})))));
});
self.addEventListener('activate', e => {
  e.waitUntil(
    caches
      .keys()
      .then(keys => Promise.all(keys.filter(k => k.startsWith(mine) && k !== cache).map(k => caches.delete(k))))
      .then(() => self.clients.claim()),
  );
});
// Without a listener a browser asks the network at once, and need not start this script before the page.
const answer = e => {
  if (e.request.method !== 'GET' || new URL(e.request.url).origin !== location.origin) return;
  e.respondWith(caches.match(e.request, {ignoreSearch: true, cacheName: cache}).then(hit => hit || fetch(e.request)));
};
if (files.length) self.addEventListener('fetch', answer);
