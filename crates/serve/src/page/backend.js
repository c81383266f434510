// The back end of the page: a server. The page without a server uses another file in place of this one.

// Opens the connection for messages.
/** @returns {WebSocket} */
export function openConnection() {
  const address = new URL("/ws", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address, "chuhe.1");
}

// Answers or refuses a request that needs no connection.
/** @returns {Promise<{ ok: boolean, answer: any }>} */
export async function request(/** @type {string} */ path, /** @type {object} */ fields, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields), signal });
  return { ok: response.ok, answer: await response.json() };
}

// The service worker, which stores the page in the browser.
export const keeper = "/worker.js";
