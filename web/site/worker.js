// Caches all files of this version, so that the page opens without a network after the first visit.

const worker = /** @type {any} */ (self);
const VERSION = "{{version}}";
/** @type {string[]} */
const FILES = ["{{files}}"];
// There are two builds of the library, of which a browser needs only one.
const needed = FILES.filter((file) => !file.includes("Suspending" in WebAssembly ? "-asyncify.wasm" : "chuhe-page.wasm"));

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(VERSION).then((kept) => kept.addAll(needed)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

// Pages come from the network if possible, so that new versions are found. All other files have a version in their
// address.
async function answer(/** @type {Request} */ request) {
  const kept = await caches.open(VERSION);
  const isPage = request.mode === "navigate";
  const known = isPage ? undefined : await kept.match(request);
  return known ?? fetch(request).catch(async (error) => {
    const last = (await kept.match(request, { ignoreSearch: true })) ?? (isPage ? await kept.match("./") : undefined);
    if (last) return last;
    throw error;
  });
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) event.respondWith(answer(event.request));
});
