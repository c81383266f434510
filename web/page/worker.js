// The service worker, which caches the pages so that they open even if the server cannot be reached.

const KEPT = "chuhe";
const PAGES = ["/", "/gomoku", "/draughts"];
const worker = /** @type {any} */ (self);

// The server's answer or, if the server cannot be reached, its last answer to the same request.
async function answer(/** @type {Request} */ request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (error) {
    const last = await kept.match(request, { ignoreVary: true });
    if (last) return last;
    throw error;
  }
}

// Caches all the files of the pages in advance.
async function keepPages() {
  const kept = await caches.open(KEPT);
  const texts = await Promise.all(PAGES.map(async (page) => {
    const response = await fetch(page);
    await kept.put(page, response.clone());
    return response.text();
  }));
  const files = new Set(texts.flatMap((text) => [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file)));
  await kept.addAll([...files]);
}

// The version in the address of a file; a page has none.
const versionOf = (/** @type {string} */ url) => new URL(url).pathname.match(/^\/assets\/(\w+)\//)?.[1];

// Deletes the files of earlier versions.
async function clean() {
  const kept = await caches.open(KEPT);
  const files = (await kept.keys()).filter(({ url }) => versionOf(url));
  const newest = versionOf(files.at(-1)?.url ?? location.href);
  await Promise.all(files.filter(({ url }) => versionOf(url) !== newest).map((file) => kept.delete(file)));
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  // If caching in advance fails, pages are cached one by one as they are opened.
  event.waitUntil(keepPages().catch(() => {}));
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clean().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "GET" && origin === location.origin && (PAGES.includes(pathname) || pathname.startsWith("/assets/"))) event.respondWith(answer(event.request));
});
